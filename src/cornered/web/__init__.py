"""The site: a JSON API with live events, and the pages that use it. FastAPI loads only for `serve`."""
