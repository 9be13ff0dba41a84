--- Slides of one chapter, in one file.
--
-- Called by Pandoc with the defaults in book/kit/slides.yaml and metadata as weave.lua has it: order, recorded, depfile and target. The
-- fonts of the pages are in the folder of `order`.
--
-- The chapter is rendered as for paper, and rules choose from its blocks; there is no second source:
--   * A heading begins a slide. One with nothing to show below it makes none.
--   * Shown are figures, measurements, tables, outputs, commands, lists, pitfalls and exercises, of code what a page leaves open, and of a
--     test case its sentence. An answer has the slide after its question. Asides, folds, hints and further reading are left out.
--   * Of a paragraph, a slide has the sentences that have a number or comparison with a source, ask a question, introduce what is shown next,
--     or open it with words in bold; and of those that define a term, the definition in the glossary.
--   * What does not fit on one slide continues on the next, with the same heading. What cannot be divided is made smaller, and what leaves
--     much of a slide empty larger.

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({here, "?.lua"}) .. ";" .. package.path

local brief = require("brief")
local detached = require("detached")
local embed = require("embed")
local files = require("files")
local html = require("html")
local navigation = require("navigation")
local pieces = require("slide_pieces")

local text_of = pandoc.utils.stringify

-- What a slide of 16:9 holds below its heading: lines of text, and columns of code.
local capacity, code_columns = 14.5, 108
-- How much larger or smaller than usual a slide may be; slides.css has a class for each. Larger text also needs more lines.
local sizes = {1.3, 1.15, 1, 0.85, 0.7, 0.6, 0.5}

local function heights(items)
  local sum = 0
  for _, item in ipairs(items) do sum = sum + item.height end
  return sum
end

-- The largest size at which a slide fits, and the smallest if it fits at none.
local function size_of(items)
  local height, columns = heights(items), 0
  for _, item in ipairs(items) do columns = math.max(columns, item.columns or 0) end
  for _, size in ipairs(sizes) do
    if height * size ^ 1.5 <= capacity and (columns * size <= code_columns or size <= 1) then return size end
  end
  return sizes[#sizes]
end

-- Slides as lists of items: as many on each as fit.
local function divided(items)
  local slides = pandoc.List({})
  local current = pandoc.List({})
  for _, item in ipairs(items) do
    if #current > 0 and (item.apart or current[#current].apart or heights(current) + item.height > capacity) then
      slides:insert(current)
      current = pandoc.List({})
    end
    current:insert(item)
  end
  if #current > 0 then slides:insert(current) end
  return slides
end

local function slide(number, title, items)
  local out = pandoc.List({html.block('<section class="slide size-{percent}" id="slide-{number}">',
    {number = number, percent = math.floor(100 * size_of(items) + 0.5)})})
  out:insert(pandoc.Header(2, title))
  out:insert(html.block('<div class="shown">'))
  for _, item in ipairs(items) do out:extend(item.blocks) end
  out:insert(html.block('</div>\n<a class="at" href="#slide-{number}">{number}</a>\n</section>', {number = number}))
  return out
end

local function sections_of(blocks, page)
  local sections = pandoc.List({{title = {pandoc.Str(page.title)}, items = pandoc.List({})}})
  for _, piece in ipairs(pieces.of(blocks, page)) do
    if piece.title then
      sections:insert({title = piece.title, items = pandoc.List({})})
    else
      sections[#sections].items:insert(piece)
    end
  end
  return sections
end

-- What the numbers rest on, as the last slides.
local function sources(page)
  local items = pandoc.List({})
  for _, block in ipairs(page.provenance:blocks("The chapter")) do items:insert(pieces.source(block)) end
  return items
end

-- One file needs no other: pictures, styles and the script are in it.
local function with_pictures(blocks, folder)
  return pandoc.Pandoc(blocks):walk({RawBlock = function(raw)
    raw.text = raw.text:gsub('<img src="([^"]*)"', function(source)
      return '<img src="' .. embed.address(pandoc.path.join({folder, source}), "image/png") .. '"'
    end)
    return raw
  end}).blocks
end

local site = pandoc.path.directory(here)
local kit = pandoc.path.join({pandoc.path.directory(site), "kit"})

local function styles(pages)
  local font = embed.address(pandoc.path.join({pages, "formulas.otf"}), "font/otf")
  local style = files.read(pandoc.path.join({site, "style.css"})):gsub(', url%("formulas%.otf"%)', font and (', url("%s")'):format(font) or "")
  local dark = files.read(pandoc.path.join({site, "dark.css"}))
  return ("<style>\n%s\n@media screen and (prefers-color-scheme: dark) {\n%s}\n%s</style>"):format(
    style, dark, files.read(pandoc.path.join({kit, "slides.css"})))
end

local function script() return "<script>\n" .. files.read(pandoc.path.join({kit, "slides.js"})) .. "</script>" end

local function make(doc)
  local made = brief(doc, site)
  local page, out, number = made.page, pandoc.List({}), 1
  local sections = sections_of(made.blocks, page)
  sections:insert({title = {pandoc.Str("Where the numbers come from")}, items = sources(page)})
  for _, section in ipairs(sections) do
    for _, items in ipairs(divided(section.items)) do
      number = number + 1  -- the template has the first
      out:extend(slide(number, section.title, items))
    end
  end
  doc.meta.called = navigation.called(page)
  doc.meta.styles = pandoc.MetaBlocks({html.block(styles(pandoc.path.directory(text_of(doc.meta.order))))})
  doc.meta.script = pandoc.MetaBlocks({html.block(script())})
  return pandoc.Pandoc(with_pictures(detached(out), page.folder), doc.meta)
end

function Pandoc(doc)
  local made, result = pcall(make, doc)
  if made then return result end
  io.stderr:write(tostring(result), "\n")
  os.exit(1)
end
