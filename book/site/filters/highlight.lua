--- Colours code with Pandoc's own highlighter and the CUDA syntax beside this file.
-- All blocks of a page go through one call, because a filter cannot pass Pandoc a syntax definition.

local html = require("html")

local highlight = {}

-- Pandoc's classes that keep the colour of the text: operators, attributes, and what is built in, such as `std::`.
local uncoloured = {op = true, at = true, bu = true}

-- Without the anchors and ids that Pandoc gives every line: a page has hundreds of lines and links to none of them.
local function lines_of(code)
  local lines = {}
  for line in (code .. "\n"):gmatch("(.-)\n") do
    line = line:gsub('^<span id="[^"]*"><a href="[^"]*"[^>]*></a>', ""):gsub("</span>$", "")
    line = line:gsub("&quot;", '"'):gsub("&gt;", ">")  -- which between tags stand for themselves
    lines[#lines + 1] = line:gsub('<span class="(%a+)">(.-)</span>', function(class, text)
      return uncoloured[class] and text or nil
    end)
  end
  return lines
end

local function plain_lines(text)
  local lines = {}
  for line in (html.escape(text) .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

--- `blocks` holds {text =, syntax =}; each gets `lines`, a list of HTML. A syntax of nil means plain text.
function highlight.all(blocks, syntax_file)
  local coloured, code_blocks = {}, {}
  for _, block in ipairs(blocks) do
    if block.syntax and block.text:find("%S") then
      coloured[#coloured + 1] = block
      code_blocks[#code_blocks + 1] = pandoc.CodeBlock(block.text, {class = block.syntax})
    else
      block.lines = plain_lines(block.text)
    end
  end
  if #coloured == 0 then return end

  local page = pandoc.pipe("pandoc", {"--from=json", "--to=html5", "--syntax-definition=" .. syntax_file},
    pandoc.write(pandoc.Pandoc(code_blocks), "json"))
  local at = 0
  for code in page:gmatch("<code[^>]*>(.-)</code></pre>") do
    at = at + 1
    coloured[at].lines = lines_of(code)
  end
  assert(at == #coloured, "Pandoc coloured " .. at .. " of " .. #coloured .. " code blocks")
end

return highlight
