"""Starting and watching the site: the server, metrics, logs."""
