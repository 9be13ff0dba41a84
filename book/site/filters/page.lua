--- One page of the book as blocks of Pandoc: a chapter, or one of the pages in book/site/pages/.
--
-- `weave.lua` makes HTML of a page, `whole.lua` a book of all of them, to be printed or put on an e-reader. What is folded on
-- a screen cannot be folded there, so it goes to the end of the book.

local chapter = require("chapter")
local code = require("code")
local course_plan = require("course_plan")
local expressions = require("expressions")
local figure = require("figure")
local files = require("files")
local page_index = require("page_index")
local html = require("html")
local index = require("index")
local labels_of = require("labels")
local measured = require("measured")
local navigation = require("navigation")
local noticed = require("noticed")
local numbers = require("numbers")
local provenance = require("provenance")
local references = require("references")
local roles = require("roles")
local source = require("source")

-- The device whose numbers a page uses, unless its header names another.
local default_device = "H100"

local page      -- name, own (its chapter, also of the page of a solution), number (nil for a page that is not a chapter), folder,
                -- device (a word in the name of the one whose numbers it uses), text (as written), top (its highest level of heading),
                -- read (what chapter.lua says of it), order (of all pages), chapters, devices, facts (the folder of what page_data.py
                -- wrote), recorded (of a chapter: what GPUs have recorded), sources (files read), names (files that page_index.lua
                -- wrote of the chapters), plan (the file of course_plan.py), paper (whether it is for a book), brief (whether for
                -- slides), page_index, apart (on paper: what goes to the end)
local counters  -- how many figures, exercises, … so far
local labels    -- by id: what an empty link to it says
local elsewhere -- by chapter: the same of other chapters
local sections  -- {id, inlines} of the page's sections, for its contents
local render    -- forward declaration: blocks contain blocks

local function count(kind)
  counters[kind] = (counters[kind] or 0) + 1
  return page.number and page.number .. "." .. counters[kind] or tostring(counters[kind])
end

-- A numbered thing: "Figure 1.2", entered under its id so that `[](#id)` can say it.
local function number(kind, id)
  local label = kind .. " " .. count(kind)
  labels[id] = label
  return label
end

-- Mistakes -------------------------------------------------------------------------------------------------------

-- Where a line of the page is. The page of a solution is not in a file of the repository.
local function place(line)
  local of, task = page.name:match("^(.+)%.(.+)$")
  if task then return ("the explanation or a wrong answer of %s/%s"):format(of, task) end
  return ("%s/%s.md:%d"):format(page.number and "chapters" or "book/site/pages", page.name, line)
end

-- Pandoc's document does not know lines: the place is the first line that has the words in question.
local function mistake(words, what)
  error(("%s: %s"):format(place(files.line_of(page.text, words)), what), 0)
end

-- Headings -------------------------------------------------------------------------------------------------------

local function heading(header, top)
  local level = header.level - top + 2
  local numbers = counters.sections
  numbers[level] = (numbers[level] or 0) + 1
  for deeper = level + 1, 6 do numbers[deeper] = nil end
  local content = pandoc.List(header.content)
  local header_label = ""
  if page.number then
    local shown = page.number .. "." .. table.concat(numbers, ".", 2, level)
    labels[header.identifier] = "Section " .. shown
    header_label = shown .. " "
    content:insert(1, html.inline('<small>{shown}</small> ', {shown = shown}))
  end
  if level == 2 then sections[#sections + 1] = {id = header.identifier, inlines = content:clone()} end
  page.page_index:section(header.identifier, header_label .. pandoc.utils.stringify(header.content))
  if page.paper then return pandoc.Header(level, content, pandoc.Attr(header.identifier)) end
  content:insert(1, html.inline('<a href="#{id}">', {id = header.identifier}))
  content:insert(html.inline("</a>"))
  return pandoc.Header(level, content, pandoc.Attr(header.identifier))
end

-- Divs -----------------------------------------------------------------------------------------------------------

local function enclosed(open, blocks, close)
  local out = pandoc.List({open})
  out:extend(blocks)
  out:insert(close)
  return out
end

-- What the reader should try to find out first: folded on a screen, at the end of a book. Search does not give it away.
local function kept_back(class, summary, div, id, label)
  page.page_index:pause()
  local inside = render(div.content)
  page.page_index:resume()
  if page.paper then
    page.apart[class]:insert({id = id, label = label, back = id:gsub("^%a+%-", ""), blocks = inside})
    return {}
  end
  return enclosed(html.block('<details class="{class}"><summary>{summary}</summary>', {class = class, summary = summary}),
    inside, html.block("</details>"))
end

local divs = {}

function divs.question(div)
  local id = "question-" .. (counters.Question or 0) + 1
  local label = number("Question", id)
  local out = pandoc.List({html.block('<div class="question" id="{id}">\n<p class="label"><a href="#{id}">{label}</a></p>',
    {id = id, label = label})})
  for _, block in ipairs(div.content) do
    local answer = block.t == "Div" and block.classes[1] == "answer"
    out:extend(answer and kept_back("answer", "Answer", block, "answer-" .. id, label) or render({block}))
  end
  if page.paper and not page.brief then out:insert(pandoc.Para({pandoc.Link("Answer", "#answer-" .. id, "", pandoc.Attr("", {"turn"}))})) end
  out:insert(html.block("</div>"))
  return out
end

local function part_of(div, class)
  for _, block in ipairs(div.content) do
    if block.t == "Div" and block.classes[1] == class then return block end
  end
end

-- The task first, wherever its hints stand; then the file, the command, and the hints in their order.
function divs.exercise(div, level)
  local id, name = div.identifier, page.name .. "/" .. div.identifier
  local label = number("Exercise", id)
  local task, hints = pandoc.List({}), pandoc.List({})
  for _, block in ipairs(div.content) do
    local class = block.t == "Div" and block.classes[1]
    if class == "hint" then hints:insert(block) elseif class ~= "explanation" then task:insert(block) end
  end
  local out = pandoc.List({html.block('<div class="exercise" id="{id}">', {id = id})})
  local heading = '<small>{label}</small> {title}'
  if not page.paper then heading = '<a href="#{id}">' .. heading .. "</a>" end
  out:insert(html.block("<h{level}>" .. heading .. "</h{level}>", {id = id, level = level, label = label, title = div.attributes.title}))
  page.page_index:section(id, label .. " " .. div.attributes.title)
  out:extend(render(task))
  out:insert(html.block([[
<p class="todo">Edit <code>exercises/{name}.cu</code>, then check it:</p>
<div class="shell"><pre><code>./weft check {name}</code></pre></div>]], {name = name}))
  for count, hint in ipairs(hints) do
    out:extend(kept_back("hint", ("Hint %d of %d"):format(count, #hints), hint, "hint-" .. id, label .. " " .. div.attributes.title))
  end
  if page.paper and not page.brief then
    out:insert(pandoc.Para({pandoc.Link("Hints", "#hint-" .. id, "", pandoc.Attr("", {"turn"})), pandoc.Str(" · "),
      pandoc.Link("Solution", "#solution-" .. id, "", pandoc.Attr("", {"turn"}))}))
  elseif not page.paper then
    local explained = part_of(div, "explanation")
      and html.fill(' It is explained on <a href="{page}.{id}.html">a page of its own</a>.', {page = page.name, id = id}) or ""
    out:insert(html.block([[
<details class="solution"><summary>Done, or done with trying?</summary>
<p><code>./weft solution {name}</code> shows the solution next to your answer.{=explained}</p>
</details>]], {name = name, explained = explained}))
  end
  out:insert(html.block("</div>"))
  return out
end

function divs.pitfall(div)
  return enclosed(html.block('<div class="pitfall">\n<p class="label">Pitfall</p>'), render(div.content), html.block("</div>"))
end

-- What only some readers need: folded on a screen, in its place in a book, left out of slides.
function divs.folded(div)
  if page.paper then
    local inside = render(div.content)
    return page.brief and {} or inside
  end
  return enclosed(html.block('<details class="folded"><summary>{title}</summary>', {title = div.attributes.title}),
    render(div.content), html.block("</details>"))
end

function divs.aside(div)
  return enclosed(html.block('<div class="aside" role="note">'), render(div.content), html.block("</div>"))
end

function divs.measured(div)
  local name = div.attributes.of
  local id, key = "measured-" .. name, page.name .. "/" .. name
  local label = number("Figure", id)
  local caption = provenance.plainly(pandoc.utils.blocks_to_inlines(div.content))
  page.page_index:measurement({id = id, key = key, label = label, html = html.of_inlines(caption)})
  return measured.render(page.devices, page.device, key, div.content, id, label, page.paper and not page.brief)
end

-- The list of chapters with their summaries, on the start page.
divs["chapter-list"] = function() return {html.block(navigation.chapter_list(page.chapters))} end

-- Made from what the chapters say: terms where they are marked, names of CUDA where code and text have them.
function divs.glossary() return index.glossary(page.names, page.folder) end
divs["link-list"] = function() return index.links(page.names) end
divs["name-index"] = function() return index.names(page.names) end
divs["measurement-list"] = function() return index.measurements(page.names, page.devices) end

-- What a course has in each week, or all that it could have.
divs["course-plan"] = function(div)
  local plan, chosen = files.value(page.plan), div.attributes.chapters
  if not chosen then return {html.block(course_plan.chapters(plan))} end
  local numbers = {}
  for number in chosen:gmatch("%S+") do numbers[#numbers + 1] = number end
  local made, result = pcall(course_plan.weeks, plan, numbers)
  return made and {html.block(result)} or mistake(chosen, result)
end

-- Blocks ---------------------------------------------------------------------------------------------------------

local function lone_image(block)
  local image = (block.t == "Para" or block.t == "Plain") and #block.content == 1 and block.content[1]
  return image and image.t == "Image" and image
end

local function drawn(image)
  local id = image.identifier ~= "" and image.identifier or figure.id(image, page.name)
  local path = pandoc.path.join({page.folder, image.src})
  page.sources:insert(path)
  page.page_index:text(image.caption)
  local made, result = pcall(figure.render, image, path, id, number("Figure", id), not page.paper)
  return made and result or mistake(image.src, result)
end

-- Columns are as wide as what they hold; Pandoc would take their widths from the dashes in the source.
local function tabular(block)
  for index, column in ipairs(block.colspecs) do block.colspecs[index] = {column[1], nil} end
  return enclosed(html.block('<div class="table">'), {block}, html.block("</div>"))
end

-- `level` is that of a heading which an exercise here would carry.
render = function(blocks, level)
  local out = pandoc.List({})
  level = level or 3
  for _, block in ipairs(blocks) do
    local image = lone_image(block)
    if block.t == "Header" then
      local made = heading(block, page.top)
      level = made.level + 1
      out:insert(made)
    elseif block.t == "CodeBlock" then
      local fence = page.read.blocks[tonumber(block.attributes.record)]
      page.page_index:code(fence)
      for _, made in ipairs(code.render(fence, page)) do
        if made.t == "Table" then
          page.page_index:block(made)
          out:extend(tabular(made))
        else
          out:insert(made)
        end
      end
    elseif block.t == "Div" then
      local role = divs[block.classes[1]]
      if not role then mistake(block.classes[1] or ":::", "a div of class ." .. tostring(block.classes[1]) .. " means nothing on this page") end
      out:extend(role(block, level))
    elseif image then
      out:extend(drawn(image))
    elseif block.t == "Table" then
      page.page_index:block(block)
      out:extend(tabular(block))
    elseif block.t == "BulletList" or block.t == "OrderedList" then
      for index, item in ipairs(block.content) do block.content[index] = render(item, level) end
      out:insert(block)
    elseif block.t == "BlockQuote" then
      block.content = render(block.content, level)
      out:insert(block)
    else
      page.page_index:block(block)
      out:insert(block)
    end
  end
  return out
end

-- Links ----------------------------------------------------------------------------------------------------------

local function chapters_of(order)
  return pandoc.List(order):filter(function(one) return one.number ~= nil end)
end

local function chapter_named(name)
  for _, one in ipairs(page.chapters) do
    if one.name == name then return one end
  end
end

-- What a link into another chapter says. The page of a solution does not lie beside the chapters; there the chapter must do.
local function label_elsewhere(one, id)
  local path = pandoc.path.join({page.folder, one.name .. ".md"})
  local text = files.text(path)
  if not text then return navigation.called(one) end
  elsewhere[one.name] = elsewhere[one.name] or labels_of(text, one)
  page.sources:insert(path)
  return elsewhere[one.name][id]
end

-- A link without words says what it leads to: "Figure 1.2", "Section 3.4", "Chapter 5".
local function fill(link, written, words)
  if #link.content > 0 then return link end
  if not words then mistake("](" .. written .. ")", "the empty link to " .. written .. " leads to nothing that has a number") end
  link.content = {pandoc.Str(words)}
  return link
end

-- Links to other pages are written to the Markdown files. They get their words before rendering, which collects sentences for the indexes.
local function follow_to_page(link)
  local written = link.target
  local name, anchor = written:match("([^/]+)%.md(#?.*)$")
  if not name or written:find("^[^/]-:") then return nil end
  link.target = name .. ".html" .. anchor
  local known, id = chapter_named(name), anchor:match("^#(.+)$")
  if known and #link.content == 0 then link.title = known.title end
  return fill(link, written, known and (id and label_elsewhere(known, id) or not id and navigation.called(known)))
end

-- A link within the page gets them afterwards, when everything has its number.
local function follow(link) return fill(link, link.target, labels[link.target:match("^#(.+)$")]) end

-- Terms and formulas ---------------------------------------------------------------------------------------------

-- A term where it is defined: `[warp]{.term}`.
local function term(span)
  if span.classes[1] ~= "term" then return nil end
  return pandoc.List({html.inline('<dfn id="{id}">', {id = page_index.term_id(span)})}) .. span.content .. {html.inline("</dfn>")}
end

-- MathML without the TeX it was made from, which browsers do not show.
local function formula(math)
  local written = html.of_inlines({math}):gsub("<annotation.-</annotation>", ""):gsub("</?semantics>", "")
  if not page.paper then written = written:gsub(' xmlns="[^"]*"', ""):gsub(' display="inline"', "") end
  return html.inline(written:gsub("^<p>(.*)</p>$", "%1"), nil)
end

-- The page -------------------------------------------------------------------------------------------------------

local function highest_level(blocks)
  local top = 6
  for _, block in ipairs(blocks) do
    if block.t == "Header" then top = math.min(top, block.level) end
  end
  return top
end

-- A page that is not a chapter has commands and plain text only; one of a solution has that, and answers that differ from it.
local solved = {solution = true, difference = true, instead = true}

local function read_plain(doc)
  local read = {blocks = {}, files = {}}
  if not page.name:find(".", 1, true) then  -- the page of a solution has the words of its chapter, which are checked there
    local scanned = source.scan(page.text)
    references.check(scanned.lines, scanned.fences, function(line, what) error(("%s: %s"):format(place(line), what), 0) end)
  end
  doc:walk({traverse = "topdown", CodeBlock = function(block)
    local class = block.classes[1]
    local function mistaken(what, ...) mistake(block.text:match("[^\n]*"), what:format(...)) end
    local fence = solved[class] and {role = class} or roles.of_fence(block, mistaken)
    if not solved[class] and fence.role ~= "sh" and fence.role ~= "text" then mistaken("only a chapter has code; this page has %s", fence.role) end
    fence.lines = {block.text}
    table.insert(read.blocks, fence)
  end})
  return read
end

local function read_chapter(doc)
  local function text_of(name)
    local path = pandoc.path.join({page.folder, name .. ".md"})
    page.sources:insert(path)
    return files.text(path)
  end
  local read = chapter.read(doc, page.text, "chapters/" .. page.name .. ".md", text_of)
  if #read.mistakes == 0 then return read end
  local messages = {}
  for _, mistake in ipairs(read.mistakes) do
    messages[#messages + 1] = ("%s:%d: %s"):format(read.file, mistake.line, mistake.what)
  end
  error(table.concat(messages, "\n"), 0)
end

-- Every fence with the number of its record, so that rendering may go through the page in any order.
local function number_fences(doc)
  local fences = 0
  return doc:walk({traverse = "topdown", CodeBlock = function(block)
    fences = fences + 1
    block.attributes.record = tostring(fences)
    return block
  end})
end

-- What is recorded of a chapter: of this one as it was handed over, of another from the file that page_data.py wrote of it. The page of a
-- solution belongs to its chapter, and nothing was handed over with it.
local function records(own, folder)
  local known = {[own] = page.devices and #page.devices > 0 and page.devices or nil}
  return function(name)
    local path = folder and not known[name] and pandoc.path.join({folder, tostring(name) .. ".recorded.lua"})
    if path and files.text(path) then
      page.sources:insert(path)
      known[name] = files.value(path)
    end
    return known[name] or name == own and {} or nil
  end
end

-- A table of broken programs, with what loom and compute-sanitizer made of each.
function divs.noticed(div)
  local path = pandoc.path.join({page.facts, "found.lua"})
  page.sources:insert(path)
  local made, result = pcall(noticed.fill, div.content, {
    own = page.own, found = files.text(path) and files.value(path) or {}, recorded = page.recorded, device = page.device,
    known = function(name) return page.read.programs[name] ~= nil end,
  })
  if not made then mistake(".noticed", result) end
  page.page_index:block(result)
  return tabular(result)
end

-- The page with its numbers computed, and what each of them rests on.
local function compute_numbers(doc)
  local evaluator = expressions.new(page.own, page.recorded, page.read.outputs or {}, page.device)
  return numbers.evaluate(doc, page.text, evaluator, function(mistakes)
    local messages = pandoc.List(mistakes):map(function(one) return ("%s: %s"):format(place(one.line), one.what) end)
    error(table.concat(messages, "\n"), 0)
  end)
end

--- Renders one page.
-- @param doc   the page as Pandoc read it
-- @param path  of its Markdown file
-- @param book  order and devices (what page_data.py wrote: all pages, and what GPUs have recorded), syntax (the file of CUDA's
--              syntax), recorded (the folder where page_data.py wrote what is recorded of every chapter), names (files that page_index.lua
--              wrote), plan (the file that course_plan.py wrote), and paper (true for a book; figures keep their own colours, and what is
--              folded is left for the end); with brief as well, what only some readers need and what leads to the end
--              of the book are left out, and of what was measured only one
--              device is shown
-- @return      {blocks, sections, page}; page has what stands around the text, `sources` of its numbers, and on paper `apart`
return function(doc, path, book)
  local name = path:match("([^/]+)%.md$")
  page = {
    name = name, own = name:match("^[^.]+"), folder = pandoc.path.directory(path),
    title = doc.meta.title and pandoc.utils.stringify(doc.meta.title) or name,
    device = doc.meta.device and pandoc.utils.stringify(doc.meta.device) or default_device,
    text = book.text or files.read(path), top = highest_level(doc.blocks),
    order = book.order, chapters = chapters_of(book.order), devices = book.devices, facts = book.recorded,
    sources = pandoc.List({}), names = book.names, plan = book.plan,
    paper = book.paper, brief = book.brief, page_index = page_index.new(),
    apart = {answer = pandoc.List({}), hint = pandoc.List({})},
  }
  counters, labels, elsewhere, sections = {sections = {}}, {}, {}, {}
  page.number = (chapter_named(name) or {}).number
  page.recorded = records(page.own, page.facts)

  page.read = page.number and read_chapter(doc) or read_plain(doc)
  code.prepare(page.read, book.syntax)
  local computed, found = compute_numbers(doc)
  computed = computed:walk({Link = follow_to_page})
  page.provenance = provenance.new(found, page.own, page.read.measures or {}, page.paper)
  local function span(one) return term(one) or page.provenance:link(one) end
  local finish = {Link = follow, Span = span, Math = formula}
  local woven = pandoc.Pandoc(render(number_fences(computed).blocks)):walk(finish)
  for _, section in ipairs(sections) do section.html = html.of_inlines(section.inlines) end
  for _, kept in pairs(page.apart) do
    for _, part in ipairs(kept) do
      part.blocks = pandoc.Pandoc(part.blocks):walk(finish).blocks
    end
  end
  return {blocks = woven.blocks, sections = sections, page = page}
end
