// What the script adds to code: buttons that copy what can be run, whole programs put together from their parts, and the
// part that a name in angle brackets stands for, shown beside it.
"use strict";

const isReference = (link) => link.hash.startsWith("#chunk-");

// The lines of a listing, folded ones among them, each as a fragment with its colours.
function linesOf(listing) {
  return [...listing.querySelectorAll(":scope > pre > code, :scope > .proof > pre > code")].flatMap(linesOfCode);
}

function linesOfCode(code) {
  const lines = [];
  let line = document.createDocumentFragment();
  const add = (node, wrap) => {
    if (node.nodeType === Node.TEXT_NODE) {
      node.data.split("\n").forEach((text, index) => {
        if (index > 0) { lines.push(line); line = document.createDocumentFragment(); }
        line.append(wrap(text));
      });
    } else if (node.querySelector("a") || node.textContent.includes("\n")) {
      for (const child of node.childNodes) {
        add(child, (text) => { const copy = node.cloneNode(false); copy.append(text); return wrap(copy); });
      }
    } else {
      line.append(wrap(node.cloneNode(true)));
    }
  };
  for (const node of code.childNodes) add(node, (made) => made);
  lines.push(line);
  return lines;
}

// A part and its continuations, which stand further down under names of their own.
function partsOf(id) {
  const first = document.getElementById(id);
  const more = document.querySelectorAll(`[id^="${id.replace("chunk-", "more-")}-"]`);
  const continuation = new RegExp(`^${id.replace("chunk-", "more-")}-\\d+$`);
  return [first, ...[...more].filter((part) => continuation.test(part.id))];
}

function wholeLines(listing) {
  return linesOf(listing).flatMap((line) => {
    const link = [...line.querySelectorAll("a")].find(isReference);
    if (!link) return [line];
    const indent = /^ */.exec(line.textContent)[0];
    return partsOf(link.hash.slice(1)).flatMap(wholeLines).map((inner) => {
      if (inner.textContent !== "") inner.prepend(indent);
      return inner;
    });
  });
}

const textOf = (lines) => lines.map((line) => line.textContent).join("\n");

// Whole programs ---------------------------------------------------------------------------------------------------

function fillWhole(fold) {
  if (fold.querySelector("pre")) return;
  const code = document.createElement("code");
  wholeLines(fold.closest(".listing")).forEach((line, index) => code.append(index > 0 ? "\n" : "", line));
  const pre = document.createElement("pre");
  pre.append(code);
  pre.tabIndex = 0;
  fold.append(pre);
}

function addWholePrograms() {
  for (const fold of document.querySelectorAll("details.whole")) fold.addEventListener("toggle", () => fillWhole(fold));
}

// Copying ----------------------------------------------------------------------------------------------------------

// What is copied can be run: programs and parts whole, commands without the prompt.
function textToCopy(block) {
  if (block.matches(".listing")) return `${textOf(wholeLines(block))}\n`;
  return `${block.querySelector("code").textContent.replace(/^\$ /gm, "")}\n`;
}

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".listing:not(.difference), .shell")) {
    const what = block.querySelector("figcaption dfn")?.textContent ?? "the commands";
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = "copy";
    copy.textContent = "Copy";
    copy.setAttribute("aria-label", `Copy ${what}`);
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(textToCopy(block));
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
    block.append(copy);
  }
}

// Parts at a glance --------------------------------------------------------------------------------------------------

function partToShow(link) {
  const lines = partsOf(link.hash.slice(1)).flatMap(linesOf);
  const pre = document.createElement("pre");
  lines.forEach((line, index) => pre.append(index > 0 ? "\n" : "", ...line.childNodes));
  for (const inner of pre.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
  return pre;
}

addWholePrograms();
addCopyButtons();
addGlances([...document.querySelectorAll(".listing pre a, .listing figcaption a")].filter(isReference), partToShow);
