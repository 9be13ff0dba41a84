// Search: loaded by page.js at its first use, after lunr. Every page has a file in its folder that passes its text
// (NAME.search.js calls addToSearch); a page opened from the disk may load a script, but may not read a file.
"use strict";

// Words ----------------------------------------------------------------------------------------------------------

// What is between blanks and punctuation; a name keeps its colons and underscores, and a launch its brackets.
const wordPattern = /<<<|>>>|[\p{L}\p{N}_]+(?:::[\p{L}\p{N}_]+)*/gu;

// A name is found by any of its parts: cudaMemcpyAsync by memcpy, std::chrono by chrono, __syncthreads by syncthreads.
// Search is for beginnings of words, so the ends of the name from each part on are enough: memcpyasync, async.
function endsOf(word) {
  const starts = [...word.matchAll(/(?<=[\p{Ll}\p{N}])\p{Lu}|(?<=[_:])[\p{L}\p{N}]|(?<=\p{Lu})\p{Lu}(?=\p{Ll})/gu)];
  return starts.map((start) => word.slice(start.index));
}

const isPlain = (word) => /^\p{L}\p{Ll}*$/u.test(word);

const stemOf = (word) => lunr.stemmer(new lunr.Token(word, {})).toString();

// memory and its stem memori: memor.
function commonStart(word, stem) {
  let length = 0;
  while (length < stem.length && word[length] === stem[length]) ++length;
  return word.slice(0, length);
}

// What a word is known by: a plain word by its stem, so that conflicts finds conflict, unless that is too short to tell words
// apart; everything else as it is.
function formsOf(word) {
  const lower = word.toLowerCase();
  const stem = isPlain(word) ? stemOf(lower) : lower;
  const start = commonStart(lower, stem);
  return start.length >= 4 ? { start, forms: [stem] } : { start: lower, forms: stem === lower ? [lower] : [stem, lower] };
}

// lunr takes one token after another; each form of a name is one.
function tokenize(text) {
  const tokens = [];
  for (const [word] of String(text ?? "").matchAll(wordPattern)) {
    for (const form of formsOf(word).forms) tokens.push(new lunr.Token(form, {}));
    for (const end of endsOf(word)) tokens.push(new lunr.Token(end.toLowerCase(), {}));
  }
  return tokens;
}

// The index --------------------------------------------------------------------------------------------------------

const places = []; // {page, title, id, label, prose, code}

function addToSearch(page, title, sections) {
  for (const [id, label, prose, code] of sections) places.push({ page, title, id, label: label || title, prose, code });
}

const pause = () => new Promise((done) => { setTimeout(done); });

// A bit at a time, so that the reader can type meanwhile.
async function buildIndex() {
  const builder = new lunr.Builder();
  builder.tokenizer = tokenize;
  builder.ref("ref");
  builder.field("label", { boost: 6 });
  builder.field("prose", { boost: 2 });
  builder.field("code");
  let since = performance.now();
  for (const [ref, { label, prose, code }] of places.entries()) {
    builder.add({ ref, label, prose, code });
    if (performance.now() - since < 30) continue;
    await pause();
    since = performance.now();
  }
  return builder.build();
}

let index = null;
const most = 30; // results

// allPages is in pages.js.
async function loadIndex() {
  const texts = allPages.map((page) => loadScript(`${page}.search.js`).catch(() => {}));
  await Promise.all(texts);
  index = await buildIndex();
}

// Every word must be there, in full or as a beginning; in full counts for more.
function search(text) {
  const words = [...text.matchAll(wordPattern)].map(([word]) => word);
  if (words.length === 0) return { words, found: [] };
  const results = index.query((query) => {
    for (const word of words) {
      const { start, forms } = formsOf(word);
      query.term(start, { usePipeline: false, presence: lunr.Query.presence.REQUIRED, wildcard: lunr.Query.wildcard.TRAILING });
      for (const form of new Set([...forms, word.toLowerCase()])) query.term(form, { usePipeline: false, boost: 4 });
    }
  });
  return { words, found: results.slice(0, most).map(({ ref }) => places[Number(ref)]) };
}

// Results ------------------------------------------------------------------------------------------------------------

// What is marked, longest first: the word as it was typed, or what it has in common with its other forms.
const markedForms = (words) => [...new Set(words.flatMap((word) => [word.toLowerCase(), formsOf(word).start]))];

function patternOf(forms) {
  const escaped = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(escaped.join("|"), "giu");
}

// A line's worth of text around the first of the words, from the prose or else from the code.
function context(place, pattern) {
  for (const text of [place.prose, place.code]) {
    const at = text.search(pattern);
    if (at < 0) continue;
    const from = at < 60 ? 0 : text.lastIndexOf(" ", at - 50) + 1;
    const upTo = Math.min(text.length, from + 170);
    const words = text.slice(from, upTo).replace(/\s+/g, " ");
    return `${from > 0 ? "… " : ""}${words}${upTo < text.length ? " …" : ""}`;
  }
  return place.prose.slice(0, 160).replace(/\s+/g, " ");
}

function marked(text, pattern) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("mark");
    mark.className = "found";
    mark.textContent = match[0];
    parts.push(text.slice(from, match.index), mark);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...content);
  return made;
}

function option(place, number, forms) {
  const pattern = patternOf(forms);
  const address = `${place.page}?find=${encodeURIComponent(forms.join(" "))}${place.id ? `#${place.id}` : ""}`;
  return element("li", { role: "option", id: `result-${number}`, "aria-selected": "false", "data-address": address },
    element("span", { class: "where" }, place.title),
    element("strong", {}, ...marked(place.label, pattern)),
    element("span", { class: "context" }, ...marked(context(place, pattern), pattern)));
}

// The dialog -----------------------------------------------------------------------------------------------------------

const input = element("input", {
  type: "search", role: "combobox", "aria-expanded": "false", "aria-controls": "results", "aria-autocomplete": "list",
  "aria-label": "Search the book", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  placeholder: "A word, or any part of a name",
});
const results = element("ul", { role: "listbox", id: "results", "aria-label": "Places in the book" });
const status = element("p", { role: "status", class: "status" });
const closing = element("button", { type: "button", class: "close" }, "Close");
const dialog = element("dialog", { class: "search", "aria-label": "Search" }, element("div", { class: "query" }, input, closing), status, results);
let selected = -1;

function select(number) {
  results.children[selected]?.setAttribute("aria-selected", "false");
  selected = number;
  const one = results.children[selected];
  if (!one) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  one.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", one.id);
  one.scrollIntoView({ block: "nearest" });
}

function tell() {
  const query = input.value.trim();
  const { words, found } = index ? search(query) : { words: [], found: [] };
  const forms = markedForms(words);
  results.replaceChildren(...found.map((place, number) => option(place, number, forms)));
  results.hidden = found.length === 0;
  input.setAttribute("aria-expanded", String(found.length > 0));
  selected = -1;
  select(found.length > 0 ? 0 : -1);
  if (!index) status.textContent = "Reading the book …";
  else if (query === "") status.textContent = "Arrow keys select, Enter opens, Escape closes.";
  else if (found.length === 0) status.textContent = `Nothing in the book has “${query}”.`;
  else status.textContent = found.length === most ? `The ${most} best places` : `${found.length} ${found.length === 1 ? "result" : "results"}`;
}

function follow(one) {
  if (!one) return;
  dialog.close();
  location.href = one.dataset.address;
}

function onKey(event) {
  const count = results.children.length;
  if (event.key === "ArrowDown" && count > 0) select((selected + 1) % count);
  else if (event.key === "ArrowUp" && count > 0) select((selected + count - 1) % count);
  else if (event.key === "Escape") dialog.close(); // which some browsers would use to empty the field first
  else if (event.key === "Enter") follow(results.children[selected]);
  else return;
  event.preventDefault();
}

input.addEventListener("input", tell);
input.addEventListener("keydown", onKey);
results.addEventListener("click", (event) => follow(event.target.closest("[role=option]")));
closing.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
document.body.append(dialog);

// Called by page.js.
function showSearch() {
  if (!dialog.open) dialog.showModal();
  input.focus();
  input.select();
  tell();
}

loadIndex().then(tell);
