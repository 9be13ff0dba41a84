--- Weaves one page: a chapter, or one of the pages in book/pages/, as Pandoc reads it, into the HTML of the book.
--
-- Called by Pandoc with the defaults in book/page.yaml. Metadata on the command line:
--   facts      the JSON file that book/facts.py writes
--   loom       given if all programs of the page have run on loom and done what it says
--   depfile    where to say which other files the page was made from (for Ninja; may be left out)
--   target     the name of the page in that file

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({here, "?.lua"}) .. ";" .. package.path

local chapter = require("chapter")
local code = require("code")
local figure = require("figure")
local frame = require("frame")
local html = require("html")
local json = require("json")
local measured = require("measured")
local record = require("record")
local roles = require("roles")

local book = pandoc.path.directory(here)

local page      -- name, number (nil for a page that is no chapter), folder, top (its highest level of heading), read
                -- (what chapter.lua says of it), chapters, devices, sources (files read)
local counters  -- how many figures, exercises, … so far
local labels    -- by id: what an empty link to it says
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

-- Headings -------------------------------------------------------------------------------------------------------

local function heading(header, top)
  local level = header.level - top + 2
  local numbers = counters.sections
  numbers[level] = (numbers[level] or 0) + 1
  for deeper = level + 1, 6 do numbers[deeper] = nil end
  local content = pandoc.List(header.content)
  if page.number then
    local shown = page.number .. "." .. table.concat(numbers, ".", 2, level)
    labels[header.identifier] = "section " .. shown
    content:insert(1, html.inline('<span class="number">{shown}</span> ', {shown = shown}))
  end
  if level == 2 then sections[#sections + 1] = {id = header.identifier, inlines = content:clone()} end
  content:insert(1, html.inline('<a class="self" href="#{id}">', {id = header.identifier}))
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

local function folded(class, summary, div)
  return enclosed(html.block('<details class="{class}"><summary>{summary}</summary>', {class = class, summary = summary}),
    render(div.content), html.block("</details>"))
end

local divs = {}

function divs.question(div)
  local id = "question-" .. (counters.Question or 0) + 1
  return enclosed(
    html.block('<div class="question" id="{id}">\n<p class="label"><a href="#{id}">{label}</a></p>',
      {id = id, label = number("Question", id)}),
    render(div.content), html.block("</div>"))
end

function divs.answer(div) return folded("answer", "Answer", div) end

-- The task first, wherever its hints stand; then the file, the command, and the hints in their order.
function divs.exercise(div, level)
  local id, name = div.identifier, page.name .. "/" .. div.identifier
  local task, hints = pandoc.List({}), pandoc.List({})
  for _, block in ipairs(div.content) do
    local place = block.t == "Div" and block.classes[1] == "hint" and hints or task
    place:insert(block)
  end
  local out = pandoc.List({
    html.block('<div class="exercise" id="{id}">\n<h{level}><a class="self" href="#{id}"><span class="number">{label}</span> '
      .. "{title}</a></h{level}>", {id = id, level = level, label = number("Exercise", id), title = div.attributes.title}),
  })
  out:extend(render(task))
  out:insert(html.block([[
<p class="todo">Edit <code>exercises/{name}.cu</code>, then check it:</p>
<div class="shell"><pre><code>./weft check {name}</code></pre></div>]], {name = name}))
  for index, hint in ipairs(hints) do out:extend(folded("hint", ("Hint %d of %d"):format(index, #hints), hint)) end
  out:insert(html.block('<p class="todo">Done, or done with trying? <code>./weft solution {name}</code></p>\n</div>', {name = name}))
  return out
end

function divs.pitfall(div)
  return enclosed(html.block('<div class="pitfall">\n<p class="label">Pitfall</p>'), render(div.content), html.block("</div>"))
end

function divs.aside(div)
  return enclosed(html.block('<div class="aside" role="note">'), render(div.content), html.block("</div>"))
end

function divs.measured(div)
  local name = div.attributes.of
  local id = "measured-" .. name
  return measured.render(page.devices, page.name .. "/" .. name, div.content, id, number("Figure", id))
end

-- The list of chapters with their summaries, on the start page.
divs["chapter-list"] = function() return {html.block(frame.chapter_list(page.chapters))} end

-- Blocks ---------------------------------------------------------------------------------------------------------

local function lone_image(block)
  local image = (block.t == "Para" or block.t == "Plain") and #block.content == 1 and block.content[1]
  return image and image.t == "Image" and image
end

local function drawn(image)
  local id = image.identifier ~= "" and image.identifier or figure.id(image, page.name)
  local path = pandoc.path.join({page.folder, image.src})
  page.sources:insert(path)
  return figure.render(image, path, id, number("Figure", id))
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
      out:extend(code.render(page.read, page.read.blocks[tonumber(block.attributes.record)]))
    elseif block.t == "Div" then
      local role = divs[block.classes[1]]
      if not role then error("a div of class ." .. tostring(block.classes[1]) .. " means nothing on this page", 0) end
      out:extend(role(block, level))
    elseif image then
      out:extend(drawn(image))
    elseif block.t == "Table" then
      out:extend(tabular(block))
    elseif block.t == "BulletList" or block.t == "OrderedList" then
      for index, item in ipairs(block.content) do block.content[index] = render(item, level) end
      out:insert(block)
    elseif block.t == "BlockQuote" then
      block.content = render(block.content, level)
      out:insert(block)
    else
      out:insert(block)
    end
  end
  return out
end

-- Links ----------------------------------------------------------------------------------------------------------

local function chapter_named(name)
  for _, one in ipairs(page.chapters) do
    if one.name == name then return one end
  end
end

-- Links between chapters are written to the Markdown files and lead to the pages. A link without words says what it
-- leads to: "Figure 1.2", "section 3.4", "chapter 5, Vectors".
local function follow(link)
  local name, rest = link.target:match("^([^:]-)([^/]*)%.md(#?.*)$")
  if name then
    name, rest = link.target:match("([^/]+)%.md(#?.*)$")
    link.target = name .. ".html" .. rest
  end
  if #link.content > 0 then return link end
  local known = name and chapter_named(name)
  local words = known and ("chapter %d, %s"):format(known.number, known.title)
    or labels[link.target:match("^#(.+)$")]
  if not words then error("the empty link to " .. link.target .. " leads to nothing that has a number", 0) end
  link.content = {pandoc.Str(words)}
  return link
end

-- The page -------------------------------------------------------------------------------------------------------

local function read_file(path)
  local file, reason = io.open(path, "r")
  if not file then error(reason, 0) end
  local text = file:read("a")
  file:close()
  return text
end

local function highest_level(blocks)
  local top = 6
  for _, block in ipairs(blocks) do
    if block.t == "Header" then top = math.min(top, block.level) end
  end
  return top
end

-- A page that is no chapter has commands and plain text only.
local function read_plain(doc)
  local read = {blocks = {}, files = {}}
  doc:walk({traverse = "topdown", CodeBlock = function(block)
    local fence = roles.of_fence(block, function(what) error(what, 0) end)
    if fence.role ~= "sh" and fence.role ~= "text" then error("only a chapter has code; this page has " .. fence.role, 0) end
    fence.lines = {block.text}
    table.insert(read.blocks, fence)
  end})
  return read
end

local function read_chapter(doc, path)
  local read = chapter.read(doc, read_file(path), "chapters/" .. page.name .. ".md")
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

local function write_depfile(meta)
  if not meta.depfile then return end
  local file = assert(io.open(pandoc.utils.stringify(meta.depfile), "w"))
  local sources = page.sources:map(function(path) return (path:gsub("[ #]", "\\%0")) end)
  file:write(pandoc.utils.stringify(meta.target), ": ", table.concat(sources, " "), "\n")
  file:close()
end

local function weave(doc)
  local path = PANDOC_STATE.input_files[1]
  local name = path:match("([^/]+)%.md$")
  local facts = json.decode(read_file(pandoc.utils.stringify(doc.meta.facts)))
  page = {
    name = name, number = tonumber(name:match("^(%d+)-")), folder = pandoc.path.directory(path),
    top = highest_level(doc.blocks), chapters = facts.chapters, devices = facts.devices, sources = pandoc.List({}),
  }
  counters, labels, sections = {sections = {}}, {}, {}

  page.read = page.number and read_chapter(doc, path) or read_plain(doc)
  code.prepare(page.read, pandoc.path.join({book, "cuda.xml"}))
  local woven = pandoc.Pandoc(render(number_fences(doc).blocks), doc.meta):walk({Link = follow})
  for _, section in ipairs(sections) do section.html = html.of_inlines(section.inlines) end
  frame.fill(woven.meta, page, sections,
    page.number and record.checked(page.devices, page.read, pandoc.path.directory(page.folder), doc.meta.loom ~= nil))
  write_depfile(doc.meta)
  return woven
end

function Pandoc(doc)
  local sound, result = pcall(weave, doc)
  if sound then return result end
  io.stderr:write(tostring(result), "\n")
  os.exit(1)
end
