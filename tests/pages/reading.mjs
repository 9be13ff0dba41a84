// Reads as a reader would: node reading.mjs FOLDER CHROMIUM
//
// Search finds what it should, by keyboard, and leads there; proofs are folded, and open when something leads into them;
// parts of code are shown beside their names, and sources beside their numbers; paper has what it should. Without lunr there
// is no search, and the script says so and skips its part.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { addressOf, folder, names, open, run } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const chapter = "01-the-cuda-model.html";
const searchable = existsSync(join(folder, "lunr.js"));

// Search ---------------------------------------------------------------------------------------------------------------

async function ask(page, words) {
  await page.getByRole("combobox").fill(words);
  await page.waitForFunction(() => !/^Reading/.test(document.querySelector(".search .status").textContent));
  return page.getByRole("option").evaluateAll((options) => options.map((option) => option.textContent));
}

const wanted = [
  ["barriers", /Shared memory, barriers/, "a word of the prose, in another form"],
  ["greet", /Kernels and launches/, "a name in the code"],
  ["memcpy", /cudaMemcpy/, "a part of a name"],
  ["syncthreads", /__syncthreads/, "a name without its underscores"],
  ["error_t", /cudaError_t/, "the end of a name"],
  ["<<<", /launch/i, "the brackets of a launch"],
  ["cudaMemcpyAsync", /cudaMemcpyAsync/, "a name in full"],
  ["steady_clock", /steady_clock/, "a name with a namespace, by its end"],
  ["thread blo", /block/i, "a word and the beginning of another"],
];

async function checkSearch(browser) {
  const { context, page, problem } = await open(browser, chapter, { viewport: { width: 1280, height: 800 } }, "searching");
  await page.keyboard.press("/");
  await page.getByRole("dialog").waitFor();
  for (const [words, pattern, what] of wanted) {
    const found = await ask(page, words);
    if (!found.some((text) => pattern.test(text))) problem(`${what}, ${words}, is not found among ${found.length} places`);
  }
  if ((await ask(page, "xylophone")).length > 0) problem("something is found for a word that the book does not have");
  if (!/xylophone/.test(await page.getByRole("status").innerText())) problem("the status does not say that nothing was found");

  await ask(page, "barriers");
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => window.axe.run(document.querySelector("dialog"), { preload: false }));
    for (const { id, help, nodes } of violations) problem(`axe, ${colorScheme}: ${help} (${id}), first at ${nodes[0].html.slice(0, 160)}`);
  }
  await page.keyboard.press("Escape");
  if (await page.getByRole("dialog").isVisible()) problem("Escape does not close the search");
  await context.close();
}

async function checkWayThere(browser) {
  const { context, page, problem } = await open(browser, "index.html", { viewport: { width: 1280, height: 800 } }, "going there");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  const chosen = () => page.locator("[aria-selected=true]").evaluateAll((options) => options.map((option) => option.id));
  await ask(page, "divergence");
  await ask(page, "barrier");
  if ((await chosen()).join() !== "result-0") problem("the first place is not chosen by itself");
  await page.keyboard.press("ArrowDown");
  if ((await chosen()).join() !== "result-1") problem("the arrow does not choose the next place");
  if (await page.getByRole("combobox").getAttribute("aria-activedescendant") !== "result-1") problem("a screen reader does not get the selected result");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/find=barrier/);
  await page.waitForLoadState();
  await page.waitForTimeout(100);
  const marks = page.locator("mark.found");
  if (await marks.count() === 0) problem("the words are not marked where search leads");
  else if (!await marks.first().evaluate((mark) => {
    const { top, bottom } = mark.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })) problem("the first of the marked words cannot be seen");
  await context.close();
}

// Proofs ---------------------------------------------------------------------------------------------------------------

async function checkProofs(browser) {
  const { context, page, problem } = await open(browser, chapter, { viewport: { width: 1280, height: 800 } }, "reading proofs");
  const folds = page.locator("details.proof");
  const opened = () => folds.evaluateAll((all) => all.filter((fold) => fold.open).length);
  const all = await folds.count();
  const ofCase = page.locator("details.proof.case").first();
  const code = ofCase.locator("pre");
  if (all === 0 || await opened() > 0) problem(`${await opened()} of ${all} proofs are open at first`);
  await ofCase.locator("summary").focus();
  await page.keyboard.press("Enter");
  if (!await code.isVisible()) problem("the keyboard does not open a proof");
  const change = page.getByRole("button", { name: "Open all proofs" });
  await change.press("Enter");
  if (await opened() !== all) problem("the button does not open all proofs");
  await page.emulateMedia({ media: "print" });
  if (!await ofCase.locator(".claim").isVisible()) problem("the sentence of a test case is not printed");
  if (await code.isVisible()) problem("the code of a test case is printed");
  await page.emulateMedia({ media: "screen" });
  await change.press("Enter");
  if (await opened() > 0) problem("the button does not close all proofs again");

  // What leads into a fold opens it: a link, our own search, and that of the browser.
  const listing = page.locator(".program:not(:has(> pre)):has(> .proof)").first();
  const id = await listing.getAttribute("id");
  const name = id.replace(/^program-/, "");
  const [word] = (await listing.locator(".proof.case pre").first().textContent()).match(/\b[a-z]\w{8,}\b/) ?? [];
  const [, ...lines] = (await listing.locator(".proof.case pre").first().textContent()).trim().split("\n");
  const words = lines.map((line) => line.trim()).find((line) => !line.startsWith("⟨"));  // a chunk's name is elsewhere, too
  const shows = async (address, how) => {
    await page.goto("about:blank");
    await page.goto(`${addressOf(chapter)}${address}`);
    await page.waitForTimeout(300);
    if (!await page.locator(`#${id} .proof.case pre`).first().isVisible()) problem(`${how} does not open the proof of ${name}`);
  };
  await shows(`#${id}`, "a link");
  await shows(`?find=${word}#${id}`, `search for ${word}`);
  await shows(`#:~:text=${encodeURIComponent(words).replace(/-/g, "%2D")}`, `the browser's search for ${words}`);
  await context.close();

  const plain = await open(browser, chapter, { javaScriptEnabled: false }, "proofs without JavaScript");
  await plain.page.goto("about:blank");
  await plain.page.goto(`${addressOf(chapter)}#${id}`);
  if (!await plain.page.locator(`#${id} .proof.case pre`).first().isVisible()) plain.problem(`a link does not open the proof of ${name}`);
  await ofCaseOpens(plain);
  await plain.context.close();
}

async function ofCaseOpens({ page, problem }) {
  const fold = page.locator("details.proof.case").last();
  await fold.locator("summary").click();
  if (!await fold.locator("pre").isVisible()) problem("a proof does not open");
}

// Parts at a glance ----------------------------------------------------------------------------------------------------

async function checkGlance(browser) {
  const { context, page, problem } = await open(browser, chapter, { viewport: { width: 1280, height: 800 } }, "at a glance");
  await page.getByRole("button", { name: "Open all proofs" }).click();
  const link = page.locator(".program pre a").first();
  const part = page.locator(`[id="${(await link.getAttribute("href")).slice(1)}"] pre`);
  const glance = page.getByRole("tooltip");
  const shows = async (how) => {
    if (!await glance.isVisible()) problem(`${how} does not show the part`);
    else if (await glance.innerText() !== (await part.allTextContents()).join("\n")) problem(`${how} shows something else`);
  };
  await link.hover();
  await shows("hovering");
  await page.keyboard.press("Escape");
  if (await glance.isVisible()) problem("Escape does not hide the part");
  await page.mouse.move(0, 0);
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await shows("the keyboard");
  await context.close();

  const phone = await open(browser, chapter, { viewport: { width: 360, height: 780 }, hasTouch: true }, "with a finger");
  await phone.page.getByRole("button", { name: "Open all proofs" }).tap();
  const tapped = phone.page.locator(".program pre a").first();
  await tapped.tap();
  if (!await phone.page.getByRole("tooltip").isVisible()) phone.problem("a tap does not show the part");
  await tapped.tap();
  if (!/#chunk-/.test(phone.page.url())) phone.problem("a second tap does not go there");
  await phone.context.close();
}

// Numbers and where they come from ---------------------------------------------------------------------------------------

const numbered = names.find((name) => readFileSync(join(folder, name), "utf8").includes('class="number"'));

async function checkNumbers(browser) {
  const { context, page, problem } = await open(browser, numbered, { viewport: { width: 1280, height: 800 } }, "asking for a source");
  const link = page.locator("main p a.number:visible").first();
  const entry = page.locator(await link.getAttribute("href"));
  const glance = page.getByRole("tooltip");
  const words = (text) => text.replace(/\s+/g, " ").trim();
  const shows = async (how) => {
    if (!await glance.isVisible()) problem(`${how} does not show the source`);
    else if (words(await glance.textContent()) !== words(await entry.textContent())) problem(`${how} shows something else`);
  };
  await link.hover();
  await shows("hovering");
  await glance.hover();
  await page.waitForTimeout(400);
  await shows("pointing at the source itself");
  await page.keyboard.press("Escape");
  if (await glance.isVisible()) problem("Escape does not hide the source");
  await page.mouse.move(0, 0);
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await shows("the keyboard");
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => window.axe.run(document.querySelector("#glance"), { preload: false }));
    for (const { id, help, nodes } of violations) problem(`axe, ${colorScheme}: ${help} (${id}), first at ${nodes[0].html.slice(0, 160)}`);
  }
  await page.keyboard.press("Escape");
  if (await link.getAttribute("aria-describedby") !== await entry.getAttribute("id")) problem("the entry in the list does not describe the number any more");
  const hash = `#${await entry.getAttribute("id")}`;
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash === hash, { timeout: 2000 }).catch(() => problem("Enter does not lead to the entry"));
  await context.close();

  for (const width of [320, 390]) {
    const phone = await open(browser, numbered, { viewport: { width, height: 780 }, hasTouch: true }, `with a finger, ${width} px`);
    for (const tapped of await phone.page.locator("main p a.number:visible, main td a.number:visible").all()) {
      await tapped.tap();
      const box = await phone.page.getByRole("tooltip").boundingBox();
      if (!box) phone.problem("a tap does not show the source");
      else if (box.x < 0 || box.x + box.width > width) phone.problem(`the source of ${await tapped.textContent()} reaches beyond the page`);
      await phone.page.keyboard.press("Escape");  // it may cover the next number
    }
    const last = phone.page.locator("main a.number:visible").last();
    await last.tap();
    await last.tap();
    if (!/#source-/.test(phone.page.url())) phone.problem("a second tap does not go there");
    await phone.context.close();
  }

  const plain = await open(browser, numbered, { javaScriptEnabled: false }, "without JavaScript");
  await plain.page.locator("main p a.number:visible").first().click();
  if (!/#source-/.test(plain.page.url())) plain.problem("a number does not lead to its entry");
  await plain.context.close();
}

// Paper ----------------------------------------------------------------------------------------------------------------

async function checkPrinting(browser) {
  const { context, page, problem } = await open(browser, chapter, { viewport: { width: 1000, height: 800 } }, "printing");
  await page.evaluate(() => { window.print = () => {}; });
  await page.emulateMedia({ media: "print" });
  const answer = page.locator("details.answer > p").first();
  if (await answer.isVisible()) problem("an answer is printed unasked");
  await page.locator(".printing button").last().evaluate((button) => button.click());
  if (!await answer.isVisible()) problem("an answer is not printed, although it was requested");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  if (await answer.isVisible()) problem("answers stay unfolded after printing");
  await context.close();
}

const once = { search: checkSearch, "way there": checkWayThere, proofs: checkProofs, glance: checkGlance, printing: checkPrinting, numbers: checkNumbers };
if (!searchable) {
  console.log("without lunr there is no search to be tried");
  delete once.search;
  delete once["way there"];
}
if (!numbered) {
  console.log("no page has numbers with sources");
  delete once.numbers;
}
await run("ways of reading are as they should be", (browser, name) => once[name](browser), Object.keys(once));
