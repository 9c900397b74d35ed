"""People playing each other in real browsers, and many games in one."""

import re
import signal

import pytest
from playwright.sync_api import expect

CLOSED = "Hints and values wait until the game is over."
OPEN = "Hints and values are there for both."


def begin(host, **setup):
    """A game by link, on the host's page, and the path that invites someone."""
    answer = host.context.request.post(
        "/api/games", data={"game": "knights-duel", "opponent": "link", "name": "Ada", **setup}
    )
    page = host.open(f"/game/{answer.json()['id']}")
    link = page.get_by_label("Send this link to the other player.").input_value()
    return page, re.sub("^http://[^/]+", "", link)


def join(guest, path, name="Bob"):
    page = guest.open(path)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".status")).to_contain_text("Ada")
    return page


def two_people(site, visit, **setup):
    ada, bob = visit(site), visit(site)
    page, path = begin(ada, **setup)
    return ada, bob, page, join(bob, path)


def played(page, *moves):
    expect(page.locator(".moves li")).to_have_text(list(moves))


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_eight_games_in_eight_tabs_of_one_browser_all_move(site, visit, ada):
    visitor = visit(site)
    tabs = []
    for _ in range(8):
        setup = {"game": "knights-duel", "opponent": "link"}
        number = ada.post("/api/games", json=setup).json()["id"]
        invitation = ada.post(f"/api/games/{number}/invitations").json()["invitation"]
        visitor.context.request.post(f"/api/games/{number}/join", data={"invitation": invitation})
        tab = visitor.context.new_page()
        tab.goto(f"/game/{number}")
        expect(tab.locator(".status")).to_have_text("Waiting for Player 1 to move.")
        tabs.append((number, tab))
    for number, _ in tabs:
        ada.post(f"/api/games/{number}/moves", json={"move": "C2", "ply": 0})
    for _, tab in tabs:
        played(tab, "C2")
        tab.locator(".cell[data-square='13']").click()
        played(tab, "C2", "D3")
    present = {ada.get(f"/api/games/{number}").json()["seats"][1]["present"] for number, _ in tabs}
    assert present == {True}


def test_a_closed_tab_leaves_its_game_and_the_others_stay(site, visit, ada, listening):
    visitor = visit(site)
    tabs = {}
    for _ in range(2):
        setup = {"game": "blockade", "opponent": "screen"}
        number = visitor.context.request.post("/api/games", data=setup).json()["id"]
        tabs[number] = visitor.context.new_page()
        tabs[number].goto(f"/game/{number}")
    first, second = tabs
    for number in tabs:
        with listening(ada, number) as events:
            while not events.next()["seats"][0]["present"]:
                pass
    with listening(ada, first) as events:
        tabs[first].close()
        while events.next()["seats"][0]["present"]:
            pass
    with listening(ada, second) as events:
        assert events.next()["seats"][0]["present"]


def test_a_browser_without_shared_workers_listens_with_each_page(site, visit):
    ada, bob = visit(site), visit(site)
    bob.context.add_init_script("delete globalThis.SharedWorker")
    page, path = begin(ada)
    guest = join(bob, path)
    ada.square(7).click()
    played(guest, "C2")
    bob.square(13).click()
    played(page, "C2", "D3")


def test_every_tab_of_a_guest_has_the_seat_once_it_is_taken_and_others_are_told(site, visit):
    ada, bob, late = visit(site), visit(site), visit(site)
    _, path = begin(ada)
    other_tab = bob.context.new_page()
    other_tab.goto(path)
    expect(other_tab.get_by_text(CLOSED)).to_have_count(2)  # in the invitation, and hidden below it
    expect(other_tab.get_by_text(CLOSED).locator("visible=true")).to_have_count(1)
    watched = late.open(path)
    join(bob, path)
    expect(other_tab.locator(".players")).to_contain_text("you")
    expect(watched.locator(".seats")).to_contain_text("This invitation has been used")


def test_a_rematch_is_offered_and_accepted(site, visit):
    _, bob, page, guest = two_people(site, visit)
    button(page, "Resign").click()
    button(page, "Really resign?").click()
    button(page, "Ask for a rematch").click()
    expect(page.locator(".seats")).to_contain_text("You have asked Bob for a rematch.")
    expect(guest.locator(".seats")).to_contain_text("Ada asks for a rematch.")
    before = page.url
    button(guest, "Accept").click()
    expect(guest.locator(".status")).to_have_text("Your move, Bob: two squares are open.")
    expect(page.locator(".status")).to_have_text("Waiting for Bob to move.")
    assert page.url == guest.url != before
    bob.square(7).click()
    played(page, "C2")


def test_a_rematch_can_be_refused(site, visit):
    _, _, page, guest = two_people(site, visit)
    button(page, "Resign").click()
    button(page, "Really resign?").click()
    button(page, "Ask for a rematch").click()
    button(guest, "Refuse").click()
    expect(page.locator(".seats")).to_contain_text("Bob has refused a rematch.")
    expect(button(page, "Ask for a rematch")).to_be_hidden()
    expect(button(guest, "Ask for a rematch")).to_be_visible()


def test_taking_back_is_offered_and_refused(site, visit):
    ada, _, page, guest = two_people(site, visit)
    expect(button(page, "Ask to take back")).to_be_hidden()
    ada.square(7).click()
    played(guest, "C2")
    button(page, "Ask to take back").click()
    expect(guest.locator(".seats")).to_contain_text("Ada asks to take a move back.")
    button(guest, "Refuse").click()
    expect(page.locator(".seats")).to_contain_text("Bob has refused to take it back.")
    played(page, "C2")
    expect(button(page, "Ask to take back")).to_be_hidden()


def test_taking_back_is_offered_and_accepted(site, visit):
    ada, _, page, guest = two_people(site, visit)
    ada.square(7).click()
    button(page, "Ask to take back").click()
    button(guest, "Accept").click()
    for both in (page, guest):
        played(both)


def test_a_game_that_has_hardly_begun_is_called_off(site, visit):
    _, _, page, guest = two_people(site, visit)
    button(guest, "Call the game off").click()
    for both in (page, guest):
        expect(both.locator(".status")).to_have_text("The game was called off: it counts for nobody.")
        expect(both.locator(".result")).to_have_text("Nobody won")


def test_a_game_is_claimed_when_the_other_has_gone(make_site, visit):
    site = make_site(gone_seconds=0.5)
    ada, bob, page, guest = two_people(site, visit)
    ada.square(7).click()
    played(guest, "C2")
    bob.square(13).click()
    played(page, "C2", "D3")
    expect(button(page, "Claim the game")).to_be_hidden()
    bob.page.close()
    button(page, "Claim the game").click()
    expect(page.locator(".status")).to_have_text("Bob has left. Ada wins after 2 plies.")
    expect(page.locator(".result")).to_have_text("You won")


def test_a_closed_game_offers_no_help_to_anyone_until_it_is_over(site, visit):
    _, _, page, _ = two_people(site, visit)
    onlooker = visit(site)
    watched = onlooker.open(page.url.removeprefix(site.address))
    for seen in (page, watched):
        expect(seen.locator(".seats")).to_contain_text(CLOSED)
        expect(button(seen, "Hint")).to_be_hidden()
        expect(seen.get_by_role("switch", name="Values")).to_be_hidden()
        expect(seen.get_by_role("link", name="Analyse")).to_be_hidden()
    button(page, "Resign").click()
    button(page, "Really resign?").click()
    for seen in (page, watched):
        expect(seen.get_by_role("link", name="Analyse")).to_be_visible()
        expect(seen.get_by_role("link", name="Review")).to_be_visible()


def test_an_open_game_says_so_before_the_seat_is_taken_and_gives_help(site, visit):
    ada, bob = visit(site), visit(site)
    page, path = begin(ada, open=True)
    guest = bob.open(path)
    expect(guest.locator(".invitation")).to_contain_text(OPEN)
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.locator(".status")).to_have_text("Waiting for Ada to move.")
    button(page, "Hint").click()
    expect(page.locator(".side")).to_contain_text(re.compile("[CB][23] (keeps|loses)|Every move loses"))
    page.get_by_role("switch", name="Values").check()
    expect(ada.square(7).locator(".value")).to_be_visible()


def test_looking_back_is_not_cancelled_by_what_happens(site, visit):
    ada, bob, page, guest = two_people(site, visit)
    ada.square(7).click()
    played(guest, "C2")
    bob.square(13).click()
    played(page, "C2", "D3")
    guest.locator(".moves button").first.click()
    expect(guest.locator(".status")).to_have_text("Looking at move 1 of 2.")
    ada.square(14).click()
    expect(guest.locator(".status")).to_have_text("Looking at move 1 of 3.")
    guest.locator(".moves button").nth(1).click()
    expect(guest.locator(".status")).to_have_text("Looking at move 2 of 3.")
    button(guest, "Back to the game").click()
    expect(guest.locator(".status")).to_contain_text("Your move, Bob")


def test_a_server_that_is_reached_again_is_no_longer_said_not_to_be(own_site, visit):
    visitor = visit(own_site)
    setup = {"game": "knights-duel", "opponent": "screen"}
    number = visitor.context.request.post("/api/games", data=setup).json()["id"]
    page = visitor.open(f"/game/{number}")
    expect(page.locator(".offline")).to_be_empty()
    own_site.stop(signal.SIGKILL)
    visitor.square(7).click()
    expect(page.get_by_text("The server cannot be reached right now.")).to_be_visible()
    own_site.start()
    expect(page.get_by_text("The server cannot be reached right now.")).to_have_count(0)
    visitor.square(7).click()
    played(page, "C2")


def test_a_hint_that_was_refused_is_asked_for_again(site, visit):
    visitor = visit(site)
    setup = {"game": "block-capture", "opponent": "screen"}
    number = visitor.context.request.post("/api/games", data=setup).json()["id"]
    page = visitor.open(f"/game/{number}")
    refused = {"status": 503, "json": {"detail": "The server is thinking for many others."}}
    page.route("**/hint", lambda route: route.fulfill(**refused), times=1)
    button(page, "Hint").click()
    expect(page.get_by_text("The server is thinking for many others.")).to_be_visible()
    expect(page.get_by_text("keeps the win")).to_be_visible()


def test_an_invitation_is_not_called_copied_where_it_is_not(site, visit):
    ada = visit(site)
    ada.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page, _ = begin(ada)
    button(page, "Copy").click()
    expect(page.locator(".seats")).to_contain_text("the link is selected, so copy it yourself.")
    expect(page.locator(".seats")).not_to_contain_text("Copied")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_an_invitation_warns_where_its_address_works_on_this_machine_only(site, visit, host):
    ada = visit(site, base_url=f"http://{host}:{site.port}")
    page, _ = begin(ada)
    expect(page.locator(".invitation")).to_contain_text("This address works on this machine only.")


def test_the_number_of_onlookers_is_shown(site, visit):
    ada, eve, mallory = visit(site), visit(site), visit(site)
    page, _ = begin(ada)
    path = page.url.removeprefix(site.address)
    eve.open(path)
    expect(page.locator(".seats")).to_contain_text("One person is watching.")
    mallory.open(path)
    expect(page.locator(".seats")).to_contain_text("Two people are watching.")


def test_a_guest_is_known_by_the_name_that_the_browser_keeps(site, visit):
    ada, bob = visit(site), visit(site)
    _, path = begin(ada)
    join(bob, path, "Blaise")
    _, path = begin(ada)
    guest = bob.open(path)
    expect(guest.get_by_label("Your name")).to_have_value("Blaise")
