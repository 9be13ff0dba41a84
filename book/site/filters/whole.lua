--- The whole book as one document, for paper and for e-readers.
--
-- Called by Pandoc with a page of metadata as its input (book/site/pages/whole.md). Metadata on the command line:
--   order      all pages in reading order, as book/site/page_data.py writes them
--   recorded   what GPUs have recorded, a file for each chapter
--   chapters   the folder of the chapters
--   names      the files that page_index.lua wrote of the chapters
--   solutions  the files that solutions.py wrote of the chapters
--   edition    version and date
--   pages      given if the numbers of pages are known in the end (book/site/paper.py): places are then left for them
--
-- An id is unique on its page; here the page's own prefix keeps those of different chapters apart. What a screen folds away
-- (answers, hints, solutions) stands at the end, and the places it belongs to say so.

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({here, "?.lua"}) .. ";" .. package.path

local files = require("files")
local html = require("html")
local index = require("index")
local render = require("page")

local text_of = pandoc.utils.stringify
local book = pandoc.path.directory(here)

local order, chapters, recorded_in, numbered  -- numbered: whether places for page numbers are wanted

-- Addresses ------------------------------------------------------------------------------------------------------

local function chapter_named(name)
  for _, one in ipairs(chapters) do
    if one.name == name then return one end
  end
end

-- Where a link of a page leads within the book; nil if it leads out of it.
local function address(target, prefix)
  if target:find("^#") then return "#" .. prefix .. target:sub(2) end
  local name, id = target:match("^([%w.-]+)%.html#?(.*)$")
  if not name then return nil end
  local chapter = chapter_named(name)
  if not chapter then return name == "index" and "#title" or "#" .. name end
  return id == "" and "#chapter-" .. chapter.number or ("#c%s-%s"):format(chapter.number, id)
end

-- The colours of the pages in the light, by name.
local colours = {}
for name, colour in files.read(pandoc.path.join({book, "style.css"})):gmatch("(%-%-[%w-]+): (#%x+);") do colours[name] = colour end

-- Drawings bring their colours here, since e-readers know no variables, and their names, since the text is XML.
local function complete_drawings(text)
  text = text:gsub("var%((%-%-[%w-]+), #%x+%)", function(name) return colours[name] or error("style.css has no colour " .. name, 0) end)
  return (text:gsub("<svg([^>]*)>", function(attributes)
    if attributes:find(" xmlns=", 1, true) then return nil end
    return '<svg xmlns="http://www.w3.org/2000/svg"' .. attributes .. ">"
  end))
end

local function move_raw(raw, prefix)
  local text = complete_drawings(raw.text):gsub(' id="([^"]*)"', ' id="' .. prefix .. '%1"')
  text = text:gsub(' href="([^"]*)"', function(target)
    local within = address(target, prefix)
    return within and ' href="' .. within .. '"' or nil
  end)
  raw.text = text:gsub("url%(#", "url(#" .. prefix)
  return raw
end

-- "Section 3.4, page 57": where the number of the page will be filled in. A number leads to where it comes from, without a word about it.
local function with_page(link)
  if not numbered or not link.target:find("^#") or link.classes:includes("number") then return link end
  return {link, html.inline('<span class="at" data-of="{id}"></span>', {id = link.target:sub(2)})}
end

local function move(blocks, prefix)
  return pandoc.Pandoc(blocks):walk({
    Header = function(header)
      if header.identifier ~= "" then header.identifier = prefix .. header.identifier end
      return header
    end,
    Div = function(div)
      if div.identifier ~= "" then div.identifier = prefix .. div.identifier end
      return div
    end,
    Link = function(link)
      link.target = address(link.target, prefix) or link.target
      return with_page(link)
    end,
    RawBlock = function(raw) return move_raw(raw, prefix) end,
    RawInline = function(raw) return move_raw(raw, prefix) end,
  }).blocks
end

-- Parts ------------------------------------------------------------------------------------------------------------

local function read_page(text, path, devices)
  return render(pandoc.read(text, "markdown-implicit_figures"), path, {
    text = text, order = order, devices = devices, recorded = recorded_in, syntax = pandoc.path.join({book, "cuda.xml"}), names = {}, paper = true,
  })
end

local function heading(level, words, id) return pandoc.Header(level, words, pandoc.Attr(id)) end

local function page_of_text(path, title, id)
  local made = read_page(files.read(path), path)
  return pandoc.List({heading(1, title, id)}) .. move(made.blocks, id .. "-")
end

-- A chapter, and what of it goes to the end.
local function chapter_part(folder, chapter, devices)
  local path = pandoc.path.join({folder, chapter.name .. ".md"})
  local made = read_page(files.read(path), path, devices)
  local prefix = "c" .. chapter.number .. "-"
  local title = {html.inline('<span class="number">{number} </span>', chapter), pandoc.Str(chapter.title)}
  local blocks = pandoc.List({heading(1, title, "chapter-" .. chapter.number)}) .. move(made.blocks, prefix)
  local rests_on = move(made.page.provenance:blocks("This chapter"), prefix)
  return {chapter = chapter, prefix = prefix, blocks = blocks, apart = made.page.apart, sources = rests_on}
end

-- Where the numbers of all chapters come from, and those of their solutions.
local function sources(parts)
  local out = pandoc.List({})
  for _, part in ipairs(parts) do
    if #part.sources > 0 then
      out:insert(heading(2, {pandoc.Str(("%s %s"):format(part.chapter.number, part.chapter.title))}, "sources-" .. part.chapter.number))
      out:extend(part.sources)
    end
  end
  return out
end

-- What was kept back of one kind, by chapter; parts with the same id, as the hints of an exercise, stand together.
local function kept_back(parts, kind, title, id)
  local out = pandoc.List({heading(1, title, id)})
  for _, part in ipairs(parts) do
    local kept = part.apart[kind]
    if #kept > 0 then
      out:insert(heading(2, {pandoc.Str(("%s %s"):format(part.chapter.number, part.chapter.title))}, id .. "-" .. part.chapter.number))
    end
    local before
    for _, one in ipairs(kept) do
      if one.id ~= before then
        local back = with_page(pandoc.Link(one.label, "#" .. part.prefix .. one.back))
        out:insert(pandoc.Div({pandoc.Para(back.t and {back} or back)}, pandoc.Attr(part.prefix .. one.id, {"kept"})))
        before = one.id
      end
      out:extend(move(one.blocks, part.prefix))
    end
  end
  return out
end

local function solutions(paths, parts)
  local out = pandoc.List({heading(1, "Solutions", "solutions")})
  for position, path in ipairs(paths) do
    local chapter = chapters[position]
    for _, solution in ipairs(files.value(path)) do
      local prefix = ("c%s-"):format(chapter.number)
      local made = read_page(solution.markdown, chapter.name .. "." .. solution.task .. ".md")
      local rests_on = made.page.provenance:blocks(("The solution “%s”"):format(solution.title))
      parts[position].sources:extend(move(rests_on, prefix .. solution.task .. "-solved-"))
      local blocks = pandoc.Pandoc(move(made.blocks, prefix .. solution.task .. "-solved-")):walk({
        Header = function(header)
          header.level = header.level + 1
          return header
        end,
      }).blocks
      out:insert(heading(2, solution.title, prefix .. "solution-" .. solution.task))
      out:extend(blocks)
    end
  end
  return out
end

-- What is written as HTML for a page becomes links that an e-reader's files can follow.
local function back_matter(title, id, blocks)
  local out = pandoc.List({heading(1, title, id)})
  for _, raw in ipairs(blocks) do out:extend(pandoc.read(raw.text, "html").blocks) end
  return move(out, "")
end

-- Each part is a section of its own, so that a printed one can name itself at the head of its pages.
local function section(part, blocks)
  if not numbered then return blocks end
  return pandoc.List({html.block('<section class="part" style="page: {part}">', {part = part})}) .. blocks .. {html.block("</section>")}
end

-- Contents with places for page numbers, and the lines at the head of pages.
local function level_of(header)
  return header.identifier:find("^part%-") and "part-title" or "level-" .. header.level
end

local function contents(blocks)
  local items = {}
  for _, block in ipairs(blocks) do
    if block.t == "Header" and block.level <= 2 then
      items[#items + 1] = ('<li class="%s"><a href="#%s">%s</a><span class="at" data-of="%s"></span></li>'):format(
        level_of(block), block.identifier, html.of_inlines(block.content), block.identifier)
    end
  end
  return '<ol class="places">\n' .. table.concat(items, "\n") .. "\n</ol>"
end

local function heads(parts)
  local rules = {}
  for _, part in ipairs(parts) do
    rules[#rules + 1] = ('@page %s:left { @top-left { content: "%s" } }\n@page %s:right { @top-right { content: "%s" } }'):format(
      part.name, part.title:gsub('"', '\\"'), part.name, part.title:gsub('"', '\\"'))
  end
  return table.concat(rules, "\n")
end

local function assemble(meta)
  order = pandoc.List(files.value(text_of(meta.order)))
  recorded_in = pandoc.path.directory(text_of(meta.order))
  chapters = order:filter(function(one) return one.number ~= nil end)
  numbered = meta.pages ~= nil
  if meta.edition then meta.rights = pandoc.MetaString(text_of(meta.edition) .. ". " .. text_of(meta.rights)) end
  local names = files.given(meta.names)
  local parts, out = pandoc.List({}), pandoc.List({})
  local function add(name, title, blocks)
    parts:insert({name = name, title = title})
    out:extend(section(name, blocks))
    return blocks
  end
  local all = pandoc.List({})
  all:extend(add("how-to-use", "How to use this book",
    page_of_text(pandoc.path.join({book, "pages", "how-to-use.md"}), "How to use this book", "how-to-use")))
  local recorded, made = files.given(meta.recorded), pandoc.List({})
  for position, chapter in ipairs(chapters) do
    if position == 1 or chapter.part ~= chapters[position - 1].part then
      local id = "part-" .. chapter.number
      local about = chapter.about_part ~= "" and {pandoc.Para(pandoc.Str(chapter.about_part))} or {}
      all:extend(add(id, chapter.part, pandoc.List({heading(1, chapter.part, id)}) .. about))
    end
    local part = chapter_part(text_of(meta.chapters), chapter, files.value(recorded[position]))
    made:insert(part)
    all:extend(add("chapter-" .. chapter.number, chapter.number .. " " .. chapter.title, part.blocks))
  end
  all:extend(add("answers", "Answers", kept_back(made, "answer", "Answers", "answers")))
  all:extend(add("hints", "Hints", kept_back(made, "hint", "Hints", "hints")))
  all:extend(add("solutions", "Solutions", solutions(files.given(meta.solutions), made)))
  local rest_on = sources(made)
  if #rest_on > 0 then
    local title = "Where the numbers come from"
    all:extend(add("sources", title, pandoc.List({heading(1, title, "sources")}) .. rest_on))
  end
  all:extend(add("glossary", "Glossary", back_matter("Glossary", "glossary", index.glossary(names))))
  all:extend(add("names", "Names of CUDA", back_matter("Names of CUDA", "names", index.names(names))))
  if numbered then
    meta.contents = pandoc.MetaBlocks({html.block(contents(all))})
    meta.heads = pandoc.MetaBlocks({pandoc.RawBlock("html", heads(parts))})
  end
  return out
end

function Pandoc(doc)
  local made, result = pcall(assemble, doc.meta)
  if made then return pandoc.Pandoc(result, doc.meta) end
  io.stderr:write(tostring(result), "\n")
  os.exit(1)
end
