// The colours: light, dark, or as the system has them. Read with the head of the page, so that it never shows the others first.
"use strict";

const themes = ["system", "light", "dark"];

// Private windows and some browsers refuse storage to files; the choice then lasts as long as the page.
function remembered() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

function remember(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Nothing to do: see above.
  }
}

let theme = themes.includes(remembered()) ? remembered() : "system";

function showTheme() {
  const dark = document.querySelector('link[href="dark.css"]');
  dark.media = { system: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen" }[theme];
}

showTheme();
