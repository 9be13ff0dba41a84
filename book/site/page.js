// What the script adds to every page: a bar with search and colours, the place you are at in the contents, wide blocks that
// the keyboard can scroll, printing with answers, and marks where search led. Everything else works without it.
"use strict";

function button(label, className, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

// Search ---------------------------------------------------------------------------------------------------------

// Loaded when it is first asked for: a reader who never searches never waits for it.
let searching = null;

function loadScript(source) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = done;
    script.onerror = () => failed(new Error(`${source} cannot be loaded`));
    document.head.append(script);
  });
}

async function openSearch() {
  searching ??= Promise.all([loadScript("lunr.js"), loadScript("pages.js")]).then(() => loadScript("search.js"));
  await searching;
  showSearch();
}

function isTyping(target) {
  return target.matches("input, textarea, select, [contenteditable]");
}

function addSearch(bar) {
  const open = button("Search", "open-search", openSearch);
  open.setAttribute("aria-keyshortcuts", "/ Control+K");
  open.title = "Search the book: / or Ctrl-K";
  bar.append(open);
  document.addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    const letter = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!slash && !letter) return;
    event.preventDefault();
    openSearch();
  });
}

// Search leads here with the words that were looked for: ?find=bank+conflict#section. They are marked in that section.
function markFound() {
  const query = new URLSearchParams(location.search).get("find");
  const words = (query ?? "").split(" ").filter(Boolean);
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (words.length === 0) return;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(escaped.join("|"), "giu");
  const marks = [];
  for (const block of sectionFrom(place)) marks.push(...markWords(block, pattern));
  const isVisible = (mark) => mark.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;
  if (marks.length > 0 && !marks.some(isVisible)) unfold(marks[0].closest(".proof"));
  const first = marks.find(isVisible);
  if (!first) return;
  // The browser goes to the section; if the word stands further down, we go on, but not before.
  addEventListener("load", () => requestAnimationFrame(() => {
    const { top, bottom } = first.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) first.scrollIntoView({ block: "center" });
  }), { once: true });
}

// A heading and what follows it until the next one of its level; a box by itself; without a place, the page's beginning.
function sectionFrom(place) {
  const main = document.querySelector("main");
  if (place && !/^H[2-6]$/.test(place.tagName)) return [place];
  const blocks = place ? [place] : [];
  for (let next = place ? place.nextElementSibling : main.firstElementChild; next; next = next.nextElementSibling) {
    if (/^H[2-6]$/.test(next.tagName)) break;
    blocks.push(next);
  }
  return blocks;
}

function markWords(block, pattern) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("svg, math, summary, button")) texts.push(walker.currentNode);
  }
  const marks = [];
  for (const text of texts) {
    for (const match of [...text.data.matchAll(pattern)].reverse()) {
      const found = text.splitText(match.index);
      found.splitText(match[0].length);
      const mark = document.createElement("mark");
      mark.className = "found";
      found.replaceWith(mark);
      mark.append(found);
      marks.unshift(mark);
    }
  }
  return marks;
}

// Colours --------------------------------------------------------------------------------------------------------

function addThemeSwitch(bar) {
  const change = button("", "theme", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    remember(theme);
    showTheme();
    name();
  });
  const what = document.createElement("span");
  what.textContent = "Colours: ";
  const name = () => { change.replaceChildren(what, theme); };
  name();
  bar.append(change);
}

// Reading --------------------------------------------------------------------------------------------------------

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
  for (const link of document.querySelectorAll(".sections a")) links.set(link.hash.slice(1), link);
  const headings = [...document.querySelectorAll("main > h2[id]")].filter((heading) => links.has(heading.id));
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const link of links.values()) link.removeAttribute("aria-current");
    if (!read) return;
    const link = links.get(read.id);
    link.setAttribute("aria-current", "location");
    const list = document.querySelector(".contents");
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop += link.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    }
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}

// Opens a fold and those around it.
function unfold(inner) {
  for (let fold = inner; fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

// A link into a fold opens it, and so does one to a listing that is nothing but proofs.
function unfoldTarget() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  unfold(place?.closest("details"));
  if (!place?.matches(".listing") || place.querySelector(":scope > pre")) return;
  for (const fold of place.querySelectorAll(":scope > .proof")) fold.open = true;
}

// One button for all proofs of the page, beside the way to the other chapters.
function addProofSwitch() {
  const folds = [...document.querySelectorAll("details.proof")];
  if (folds.length === 0) return;
  const change = button("Open all proofs", "proofs", () => {
    const open = change.getAttribute("aria-pressed") !== "true";
    for (const fold of folds) fold.open = open;
    change.setAttribute("aria-pressed", open);
  });
  change.setAttribute("aria-pressed", "false");
  document.querySelector(".pages").append(change);
}

// Paper ----------------------------------------------------------------------------------------------------------

function printWith(answers) {
  document.documentElement.classList.toggle("with-answers", answers);
  const opened = answers ? [...document.querySelectorAll("details:is(.answer, .hint):not([open])")] : [];
  for (const fold of opened) fold.open = true;
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("with-answers");
    for (const fold of opened) fold.open = false;
  }, { once: true });
  print();
}

function addPrinting() {
  const line = document.createElement("p");
  line.className = "printing";
  line.append(button("Print this page", "print", () => printWith(false)));
  if (document.querySelector("details.answer, details.hint")) {
    line.append(button("Print it with hints and answers", "print", () => printWith(true)));
  }
  document.querySelector("footer.book .licence").before(line);
}

const bar = document.querySelector(".bar");
if (document.body.dataset.search !== undefined) addSearch(bar);
addThemeSwitch(bar);
letKeyboardScroll();
followTheReader();
addProofSwitch();
addPrinting();
markFound();
unfoldTarget();
addEventListener("hashchange", unfoldTarget);
