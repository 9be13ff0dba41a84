--- What of a chapter is on its slides: pieces of its rendered blocks, each with its height in lines of text.

local grouped = require("groups")
local html = require("html")

local pieces = {}

local stringify = pandoc.utils.stringify

-- Of a line at full size, and of a line of code, which is smaller.
local columns, code_columns, code_line = 66, 108, 0.62
-- More lines of code than this are divided.
local most_code = 21
-- A table of more lines than this does not fit even in the smallest type, and is read on the page.
local most_table = 48

local function text_height(text, wide) return math.max(1, math.ceil(utf8.len(text) / (wide or columns))) end

-- Sentences -------------------------------------------------------------------------------------------------------

local function sentences(inlines)
  local out, sentence = pandoc.List({}), pandoc.List({})
  for index, inline in ipairs(inlines) do
    if #sentence > 0 or inline.t ~= "Space" and inline.t ~= "SoftBreak" then sentence:insert(inline) end
    local next = inlines[index + 1]
    local ended = inline.t == "Str" and inline.text:find("[.?!][”’)]*$") and (not next or next.t == "Space" or next.t == "SoftBreak")
    if (ended or not next) and #sentence > 0 then
      out:insert(sentence)
      sentence = pandoc.List({})
    end
  end
  return out
end

local function has_source(sentence)
  local found = false
  pandoc.Span(sentence):walk({Link = function(link) found = found or link.classes:includes("number") end})
  return found
end

-- A question of a few words is understood only after another sentence.
local fewest_words = 5

local function asks(text, follows)
  local _, spaces = text:gsub("%s+", "")
  return text:find("%?[”’)]*$") and (follows or spaces + 1 >= fewest_words)
end

-- The terms that a sentence defines, each as in the glossary.
local function definitions(sentence, terms)
  local out = pandoc.List({})
  for _, inline in ipairs(sentence) do
    local id = inline.t == "RawInline" and inline.text:match('^<dfn id="([^"]*)"')
    for _, term in ipairs(id and terms or {}) do
      if term.id == id then
        out:insert({blocks = {html.block('<p class="definition"><dfn>{term}</dfn>: {=html}</p>', term)}, height = text_height(term.term .. term.html) + 0.35})
      end
    end
  end
  return out
end

-- What a slide has of a paragraph. Sentences that follow one another stay together.
local function told(paragraph, groups, index, terms)
  local kept, last = pandoc.List({}), nil  -- the paragraph to which the next sentence belongs
  local all = sentences(paragraph.content)
  for position, sentence in ipairs(all) do
    local text = stringify(sentence)
    local introduces = position == #all and text:find(":$") and groups[index + 1] and groups[index + 1].class ~= "Para"
    local defined = definitions(sentence, terms)
    if #defined > 0 then
      kept:extend(defined)
      last = nil
    elseif has_source(sentence) or introduces or asks(text, last) or position == 1 and sentence[1].t == "Strong" then
      if last then
        last.inlines:extend(pandoc.List({pandoc.Space()}) .. sentence)
      else
        last = {inlines = pandoc.List(sentence)}
        kept:insert(last)
      end
      last.bound = introduces
    else
      last = nil
    end
  end
  for _, piece in ipairs(kept) do
    if piece.inlines then
      piece.blocks, piece.height = {pandoc.Para(piece.inlines)}, text_height(stringify(piece.inlines)) + 0.35
    end
  end
  return kept
end

-- Kinds -----------------------------------------------------------------------------------------------------------

local makers = {}

function makers.Header(group)
  local header = group.blocks[1]
  return {{title = header.content}}
end

-- Of a list, each entry is a piece: a long one is divided between slides.
local function entries(group)
  local list = group.blocks[1]
  local out = pandoc.List({})
  for index, item in ipairs(list.content) do
    local part = list.t == "BulletList" and pandoc.BulletList({item}) or pandoc.OrderedList({item}, pandoc.ListAttributes(index))
    out:insert({blocks = {part}, height = text_height(stringify(pandoc.Div(item)), columns - 3) + 0.35})
  end
  return out
end
makers.BulletList, makers.OrderedList = entries, entries

local function lines_of(text)
  local lines = pandoc.List({})
  for line in (text .. "\n"):gmatch("(.-)\n") do lines:insert(line) end
  return lines
end

-- Code in parts of at most `most_code` lines, divided at blank lines where there are some.
local function parts_of(code)
  local parts, part, last_blank = pandoc.List({}), pandoc.List({}), nil
  for _, line in ipairs(lines_of(code)) do
    part:insert(line)
    if line == "" then last_blank = #part end
    if #part > most_code then
      local cut = last_blank and last_blank > most_code / 3 and last_blank or most_code
      parts:insert(table.concat(part, "\n", 1, cut))
      part = pandoc.List(table.move(part, cut + 1, #part, 1, {}))
      last_blank = nil
    end
  end
  if #part > 0 then parts:insert(table.concat(part, "\n")) end
  return parts
end

-- The height of code and its widest line.
local function extent_of(code)
  local height, widest = 0.9, 0
  for _, line in ipairs(lines_of(code)) do
    local length = utf8.len((line:gsub("<[^>]*>", ""):gsub("&%a+;", "x")))
    height, widest = height + code_line * math.max(1, math.ceil(length / code_columns)), math.max(widest, length)
  end
  return height, widest
end

local function code_piece(head, code)
  local height, widest = extent_of(code)
  return {blocks = {html.block(head .. "<pre><code>" .. code .. "</code></pre>\n</figure>")}, height = height + 0.9, columns = widest}
end

-- Its name, the code that is open, and the sentences of its test cases.
function makers.listing(group)
  local text = group.blocks[1].text
  local head = text:match("^(.-</figcaption>)")
  local out = pandoc.List({})
  for code in text:gmatch("<pre><code>(.-)</code></pre>") do
    for _, part in ipairs(parts_of((code:gsub("^\n+", ""):gsub("\n+$", "")))) do
      if part:find("%S") then
        out:insert(code_piece(#out == 0 and head or head:gsub(' id="[^"]*"', "", 1), part))
      end
    end
  end
  for claim in text:gmatch("<li>(.-)</li>") do
    out:insert({blocks = {html.block('<p class="claim">{=claim}</p>', {claim = claim})}, height = text_height(claim, columns - 4) + 0.35})
  end
  return out
end

local function whole(group, height, widest) return {{blocks = group.blocks, height = height, columns = widest}} end

local function height_of_table(block)
  local height = 0
  local function count(row)
    local characters, rows = 0, 1
    for _, cell in ipairs(row.cells) do
      local length = utf8.len(stringify(pandoc.Div(cell.contents)))
      characters = characters + length
      rows = math.max(rows, math.ceil(length / (1.25 * columns)))
    end
    height = height + 0.95 * math.max(rows, math.ceil(characters / (0.9 * columns))) + 0.4
  end
  for _, row in ipairs(block.head.rows) do count(row) end
  for _, body in ipairs(block.bodies) do
    for _, row in ipairs(body.body) do count(row) end
  end
  return height
end

function makers.table(group)
  for _, block in ipairs(group.blocks) do
    if block.t == "Table" then
      local height = height_of_table(block)
      return height <= most_table and whole(group, height + 0.5) or nil
    end
  end
end

function makers.output(group)
  for _, block in ipairs(group.blocks) do
    if block.t == "Table" then return whole(group, height_of_table(block) + 1.2) end
  end
  local height, widest = extent_of(group.blocks[2].text:match("<samp>(.*)</samp>"))
  return whole(group, height + 0.6, widest)
end

-- A drawing is at most as high as slides.css makes it.
function makers.figure(group)
  local caption = 0
  for _, block in ipairs(group.blocks) do
    if block.t == "Plain" then caption = text_height(stringify(block), 1.4 * columns) * 0.8 end
    if block.t == "RawBlock" then block.text = block.text:gsub('<p class="numbers">.-</p>', "") end
  end
  return whole(group, 8.6 + caption)
end

local function height_of_blocks(blocks)
  local height = 0
  for _, block in ipairs(blocks) do
    if block.t == "BulletList" or block.t == "OrderedList" then
      for _, item in ipairs(block.content) do height = height + text_height(stringify(pandoc.Div(item)), columns - 4) + 0.3 end
    elseif block.t == "Table" then
      height = height + height_of_table(block)
    elseif block.t == "RawBlock" then
      local code = block.text:match("<pre>?.->?<code>(.-)</code>") or block.text:match("<samp>(.*)</samp>")
      height = height + (code and extent_of(code) or block.text:find("%S>[^<%s]") and 1 or 0)
    else
      height = height + text_height(stringify(block), columns - 3) + 0.35
    end
  end
  return height
end

-- A box of its own slide: pitfalls, exercises, questions and answers.
local function boxed(blocks) return {blocks = blocks, height = height_of_blocks(blocks) + 1, apart = true} end

function makers.pitfall(group) return {boxed(group.blocks)} end

function makers.exercise(group) return {boxed(group.blocks)} end

function makers.question(group, apart)
  local blocks = group.blocks
  local id = blocks[1].text:match('id="(question%-[^"]*)"')
  local out = pandoc.List({boxed(blocks)})
  for _, answer in ipairs(apart) do
    if answer.id == "answer-" .. id then
      local box = pandoc.List({html.block('<div class="question">\n<p class="label">Answer to {label}</p>', answer)})
      box:extend(answer.blocks)
      box:insert(html.block("</div>"))
      out:insert(boxed(box))
    end
  end
  return out
end

function makers.layout(group)
  local height, widest = extent_of(group.blocks[1].text)
  return whole(group, height + 0.5, widest)
end
makers.shell = makers.layout

--- An entry of the list of sources, of which most is HTML.
function pieces.source(block)
  local text = html.of_inlines(block.content[1].content):gsub("<[^>]*>", "")
  return {blocks = {block}, height = 0.7 * text_height(text, 1.25 * columns) + 0.35}
end

-- What introduces a piece goes with it.
local function bind(list)
  local out = pandoc.List({})
  for _, piece in ipairs(list) do
    local before = out[#out]
    if before and before.bound and not piece.title and not piece.apart then
      before.blocks = pandoc.List(before.blocks) .. piece.blocks
      before.height, before.columns, before.bound = before.height + piece.height, piece.columns, piece.bound
    else
      out:insert(piece)
    end
  end
  return out
end

--- The pieces of a chapter in order: {title} of a heading, or {blocks, height, apart (on a slide of its own)}.
-- @param blocks  of the chapter, rendered for paper
-- @param page    what page.lua says of it: the answers to its questions, its terms
function pieces.of(blocks, page)
  local out = pandoc.List({})
  local groups = grouped(blocks)
  for index, group in ipairs(groups) do
    if group.class == "Para" then
      out:extend(told(group.blocks[1], groups, index, page.page_index.terms))
    elseif makers[group.class] then
      out:extend(makers[group.class](group, page.apart.answer) or {})
    end
  end
  return bind(out)
end

return pieces
