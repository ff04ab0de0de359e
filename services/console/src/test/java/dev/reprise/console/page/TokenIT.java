// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.reprise.console.ApiServer;
import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;

/** Who has not signed in: by name and password, by token, and what is refused. */
@ExtendWith(Pages.Shared.class)
class TokenIT {

    private final Pages pages;

    TokenIT(Pages pages) {
        this.pages = pages;
    }

    @Test
    void shouldSignInByNameAndPasswordAndOutAgain() {
        try (Tab tab = pages.stranger()) {
            tab.open(pages.server().uri().resolve("/jobs")).until("document.querySelector('form.password')");
            Pages.assertAccessible(tab);
            tab.picture(Pages.picture("sign-in")).type("input[name=name]", "ann")
                    .type("input[name=password]", ApiServer.PASSWORD).click("form.password button", "Sign in")
                    .untilText("ledger_append");
            assertThat(tab.address()).isEqualTo("/jobs");
            tab.click("button", "Sign out").until("document.querySelector('form.password')");
        }
    }

    @Test
    void shouldRefuseAnUnknownTokenAndSayWhy() {
        try (Tab tab = pages.stranger()) {
            tab.open(pages.server().uri()).picture(Pages.picture("sign-in"))
                    .type("input[type=password]", "no-such-token-0123456789").click("button", "Sign in")
                    .untilText("the token is not known");
        }
    }

    @Test
    void shouldLetInWhoGivesAToken() {
        try (Tab tab = pages.stranger()) {
            tab.open(pages.server().uri()).type("input[name=token]", ApiServer.token(Role.VIEWER))
                    .click("form.token button", "Sign in").untilText("viewer").untilText("things need you");
        }
    }
}
