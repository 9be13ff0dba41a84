// Opens every page as a reader would: node browser.mjs FOLDER CHROMIUM [PAGE...]
//
// On a phone and on a desk, in light and dark: nothing scrolls sideways but what is meant to, nothing is loaded from
// elsewhere, nothing complains, axe finds no barrier. Once more by keyboard, on paper and without JavaScript.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { disableScripts, open, problems, run } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const brightest = (colour) => Math.max(...colour.match(/\d+/g).slice(0, 3).map(Number));

// What of the elements that are named can be seen, or cannot: the first line of each.
function seenOf([named, whether]) {
  const visible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  };
  return [...document.querySelectorAll(named)].filter((element) => visible(element) === whether)
    .map((element) => element.textContent.trim().split("\n")[0]);
}

// What reaches beyond the right edge of the page, in words; null if nothing does.
function beyondTheEdge() {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return null;
  const scrolls = (element) => element && (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX)
    || scrolls(element.parentElement));
  const wide = [...document.body.querySelectorAll("*")]
    .find((element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(element));
  return `${root.scrollWidth} px wide${wide ? `, because of <${wide.localName} class="${wide.className}">` : ""}`;
}

// Code that is wider than its box: all of it can be reached by scrolling the box.
function codeOutOfReach() {
  const cut = [];
  for (const pre of document.querySelectorAll("pre")) {
    if (!pre.checkVisibility()) continue;
    if (pre.scrollWidth > pre.clientWidth && !/auto|scroll/.test(getComputedStyle(pre).overflowX)) cut.push(pre);
    pre.scrollLeft = pre.scrollWidth;
    const text = document.createRange();
    text.selectNodeContents(pre);
    let edge = document.documentElement.clientWidth;
    for (let around = pre; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== "visible") edge = Math.min(edge, around.getBoundingClientRect().right);
    }
    if (text.getBoundingClientRect().right > edge + 1) cut.push(pre);
    pre.scrollLeft = 0;
  }
  return cut.length > 0 ? `${cut.length} blocks of code are cut off, first ${cut[0].textContent.slice(0, 40)}` : null;
}

// Every picture was loaded, and is as large as the page says.
async function picturesAmiss() {
  const amiss = [];
  for (const picture of document.images) {
    picture.loading = "eager";
    await picture.decode().catch(() => {});
    const said = [picture.getAttribute("width"), picture.getAttribute("height")].map(Number);
    if (picture.naturalWidth === 0 || picture.naturalWidth !== said[0] || picture.naturalHeight !== said[1]) amiss.push(picture.getAttribute("src"));
  }
  return amiss;
}

// Words of code that can hardly be told from what they lie on. A box of code has shadows at its edges, of which axe cannot say what colour
// is behind a word; so it is not asked, and is spared thousands of words.
function faintCode() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((of255) => of255 / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    const [, , , alpha = 1] = channels(backgroundColor);
    return alpha === 1 || !element.parentElement ? backgroundColor : behind(element.parentElement);
  };
  const faint = new Set();
  for (const word of document.querySelectorAll("pre, pre :not(:has(*))")) {
    if (!word.checkVisibility()) continue;
    const { color } = getComputedStyle(word);
    const [dark, light] = [luminance(color), luminance(behind(word))].sort((a, b) => a - b);
    if ((light + 0.05) / (dark + 0.05) < 4.5) faint.add(`class "${word.className}", ${color} on ${behind(word)}`);
  }
  return [...faint];
}

async function checkLook({ page }, name) {
  let where;
  const problem = (what) => problems.push(`${name}, ${where}: ${what}`);
  await page.evaluate(axe);
  await page.evaluate(() => { window.axe.configure({ rules: [{ id: "color-contrast", selector: ":not(pre, pre *)" }] }); });  // faintCode
  await page.evaluate(() => { for (const fold of document.querySelectorAll("details")) fold.open = true; });   // it is read too

  for (const width of [320, 390, 768, 1000, 1279, 1280, 1440]) {
    where = `${width} px`;
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.evaluate(codeOutOfReach);
    if (cut) problem(cut);
  }
  for (const source of await page.evaluate(picturesAmiss)) problem(`the picture ${source} is not there, or has another size`);

  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"]) {
      where = `${width} px, ${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      // What is unfolded is measured, and made a stop for the keyboard, with the next frame; the one after it begins when that is done.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

      const sideways = await page.evaluate(beyondTheEdge);
      if (sideways) problem(`it scrolls sideways: it is ${sideways}`);
      for (const part of await page.evaluate(seenOf, ["h1, nav.contents", false])) problem(`${part} cannot be seen`);
      const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      if ((brightest(paper) < 128) !== (colorScheme === "dark")) problem(`the paper is ${paper}`);

      for (const words of await page.evaluate(faintCode)) problem(`code is faint: ${words}`);

      // axe takes its time: it looks at the phone by day and at the desk by night.
      if ((width === 360) !== (colorScheme === "light") || width === 320) continue;
      const { violations } = await page.evaluate((runOnly) => window.axe.run({ runOnly, preload: false, resultTypes: ["violations"] }), rules);
      for (const { id, help, nodes } of violations) {
        problem(`axe: ${help} (${id}), ${nodes.length} times, first at ${nodes[0].html.slice(0, 160)}: ${nodes[0].any[0]?.message ?? ""}`);
      }
    }
  }
}

async function checkUse({ page, problem, again }) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: null, colorScheme: "light" });
  await again("in use");
  await checkKeyboard(page, problem);
  await (clipboard = clipboard.then(() => checkCopying(page, problem)));
}

async function checkKeyboard(page, problem) {
  const focused = () => page.evaluate(() => {
    const { activeElement } = document;
    return { tag: activeElement.localName, className: activeElement.className, id: activeElement.id };
  });

  await page.keyboard.press("Tab");
  if ((await focused()).className !== "skip") problem("the first stop is not the link that skips to the text");
  if (!await page.locator(".skip").evaluate((link) => link.getBoundingClientRect().top >= 0)) {
    problem("the link that skips to the text stays out of sight");
  }
  await page.keyboard.press("Enter");
  if ((await focused()).id !== "content") problem("skipping to the text leads elsewhere");

  const fold = page.locator("main details").first();
  if (await fold.count() > 0) {
    await page.locator("main details > summary").first().focus();
    await page.keyboard.press("Enter");
    if (!await fold.evaluate((details) => details.open)) problem("a fold does not open");
    await page.keyboard.press("Enter");
    if (await fold.evaluate((details) => details.open)) problem("a fold does not close");
  }

  const change = page.locator("button.theme");
  const papers = new Set();
  for (let press = 0; press < 3; ++press) {
    papers.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
    await change.press("Enter");
  }
  if (papers.size !== 2) problem("the switch does not change between light and dark");
}

async function checkCopying(page, problem) {
  await page.bringToFront();  // the clipboard is for the page in front
  await page.evaluate(() => { for (const fold of document.querySelectorAll("details.folded")) fold.open = true; });
  for (const program of await page.locator(".program").all()) {
    const done = program.locator(".copy", { hasText: "Copied" }).waitFor();  // it does not stay for long
    await program.locator(".copy").click();
    await done;
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    if (/⟨/.test(copied)) problem(`${await program.getAttribute("id")} is copied with a piece missing`);
    const whole = program.locator("details.whole");
    if (await whole.count() === 0) continue;
    await whole.locator("summary").click();
    const lies = await whole.locator("p code").innerText();
    const file = readFileSync(new URL(`../../${lies}`, import.meta.url), "utf8");
    const text = file.slice(file.indexOf("\n") + 1);
    if (copied !== text) problem(`what is copied of ${lies} is not what lies there`);
    if (`${await whole.locator("pre").evaluate((pre) => pre.textContent)}\n` !== text) problem(`what is unfolded of ${lies} is not what lies there`);
  }
}

async function checkWithoutScript({ context, page, problem, again }) {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await disableScripts(context, page);
  await again("without JavaScript");
  const text = await page.locator("main").innerText();
  if (text.length < 500) problem("there is hardly any text");
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  if (brightest(paper) > 128) problem(`the paper is ${paper} in the dark`);
  if (await page.locator("button").count() > 0) problem("there is a button that cannot do anything");
  const fold = page.locator("main details").first();
  if (await fold.count() > 0) {
    await fold.locator("summary").first().click();
    if (await fold.getAttribute("open") === null) problem("a fold does not open");
  }
}

async function checkPaper({ page, problem }) {
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const part of [".bar", "nav.contents", "button"]) {
    if ((await page.evaluate(seenOf, [part, true])).length > 0) problem(`${part} is printed`);
  }
  const cut = await page.evaluate(() => [...document.querySelectorAll("pre")]
    .filter((code) => code.checkVisibility() && code.scrollWidth > code.clientWidth + 1).length);
  if (cut > 0) problem(`${cut} blocks of code are cut off`);
  const ink = await page.evaluate(() => getComputedStyle(document.documentElement).color);
  if (brightest(ink) > 128) problem(`the ink is ${ink}`);
}

let clipboard = Promise.resolve();  // the browser has one for all of its pages
await run("pages look and work as they should", async (browser, name) => {
  const opened = await open(browser, name, { permissions: ["clipboard-read", "clipboard-write"] }, "at first sight or on paper");
  await checkLook(opened, name);
  await checkPaper(opened);
  await checkUse(opened);
  await checkWithoutScript(opened);
  await opened.context.close();
});
