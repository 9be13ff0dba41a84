// What the script adds to a page: a switch between light and dark, buttons that copy, wide blocks that the keyboard can
// scroll, and the place you are at in the contents. Everything else works without it.
"use strict";

const themes = ["system", "light", "dark"];

// Private windows may refuse storage; the switch then lasts as long as the page.
function remembered() {
  try {
    return localStorage.getItem("theme") ?? "system";
  } catch {
    return "system";
  }
}

function remember(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Nothing to do: see above.
  }
}

function show(theme) {
  const dark = document.querySelector('link[href="dark.css"]');
  dark.media = { system: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen" }[theme];
}

let theme = remembered();
show(theme); // At once, while the head is read: no page flashes in the other colours.

function button(label, className) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  return made;
}

function addThemeSwitch() {
  const change = button("", "theme");
  const name = () => { change.textContent = `Colours: ${theme}`; };
  name();
  change.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    remember(theme);
    show(theme);
    name();
  });
  document.querySelector(".bar").append(change);
}

// A program is copied whole, with its chunks in place, so that it runs.
function textToCopy(block) {
  const code = block.querySelector(".whole code") ?? block.querySelector("code");
  return `${code.textContent}\n`;
}

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".listing, .shell")) {
    const what = block.querySelector(".name")?.textContent ?? "the commands";
    const copy = button("Copy", "copy");
    copy.setAttribute("aria-label", `Copy ${what}`);
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(textToCopy(block));
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
    block.append(copy);
  }
}

// Some browsers let the keyboard into a block that scrolls only if it can be focused. One that fits need not be a stop.
function letKeyboardScroll() {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const block of document.querySelectorAll("pre, .table, .drawing, math[display=block]")) observer.observe(block);
}

// Marks the section that is being read in the contents beside it.
function followTheReader() {
  const links = new Map();
  for (const link of document.querySelectorAll(".contents a")) links.set(link.hash.slice(1), link);
  const headings = [...document.querySelectorAll("main > h2[id]")].filter((heading) => links.has(heading.id));
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const link of links.values()) link.removeAttribute("aria-current");
    if (read) links.get(read.id).setAttribute("aria-current", "location");
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}

document.addEventListener("DOMContentLoaded", () => {
  addThemeSwitch();
  addCopyButtons();
  letKeyboardScroll();
  followTheReader();
});
