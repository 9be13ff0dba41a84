--- Fences as a reader meets them: chunks with their names and links, programs, what they print, commands.

local chapter = require("chapter")
local checked = require("checked")
local findings = require("findings")
local highlight = require("highlight")
local html = require("html")
local programs = require("programs")
local proof = require("proof")

local code = {}

-- Preparing ------------------------------------------------------------------------------------------------------

local function name_places(read)
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" then
      block.id, block.label = "chunk-" .. block.name, "⟨" .. block.name .. "⟩"
      local before = block
      for index, more in ipairs(block.continued_by) do
        more.id, more.label = ("more-%s-%d"):format(block.name, index + 1), block.label
        before.next, more.before = more, before
        before = more
      end
    elseif block.role == "part" then  -- of which several may differ in nothing but the ending
      block.id, block.label = "part-" .. block.name:gsub("%.", "-"):lower(), block.file
    elseif block.file then
      block.id, block.label = block.role .. "-" .. block.name:gsub("%.%w+$", ""), block.file
    end
  end
end

--- Colours all fences of a page and gives those that others point to an id. Comes before `code.render`.
function code.prepare(read, syntax_file)
  name_places(read)
  proof.find(read)
  local jobs = {}
  local syntaxes = {chunk = "cuda", continues = "cuda", program = "cuda", header = "cuda", solution = "cuda", instead = "cuda"}
  for _, block in ipairs(read.blocks) do
    block.shown = {text = table.concat(block.lines, "\n"), syntax = block.syntax or syntaxes[block.role]}
    jobs[#jobs + 1] = block.shown
    if block.file and #block.uses > 0 then
      block.whole = #chapter.expand(read, block)
    end
  end
  highlight.all(jobs, syntax_file)
end

-- More columns than this and a listing may reach into the margin, where there is one.
local columns = 75

local function is_wide(block)
  for _, line in ipairs(block.lines) do
    if utf8.len(line) > columns then return true end
  end
  return false
end

-- Writing --------------------------------------------------------------------------------------------------------

local function link(block)
  return html.fill('<a href="#{id}">{label}</a>', block)
end

-- One string of HTML for some lines of a fence: references become links, the line at fault is marked.
local function body(lines, sources, read, first, last)
  local out = {}
  for number = first, last do
    local line = lines[number]
    local name, indent = programs.reference(sources[number])
    if name then
      line = indent .. '<a href="#' .. read.chunks[name].id .. '">' .. read.chunks[name].label .. "</a>"
    elseif sources[number]:find("//%s*finds:") then
      local space, rest = line:match("^(%s*)(.*)$")
      line = space .. "<mark>" .. rest .. "</mark>"
    end
    out[#out + 1] = line
  end
  return table.concat(out, "\n")
end

local function split(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

local function pre(job, read)
  local sources = split(job.text)
  return '<pre><code>' .. body(job.lines, sources, read, 1, #sources) .. "</code></pre>"
end

-- What is in a fold of code that only tests need: "Includes, ⟨table⟩ and helper `expect`".
local function contents_of(segment, read)
  local words = {}
  if segment.includes then words[1] = "includes" end
  for _, name in ipairs(segment.parts) do words[#words + 1] = read.chunks[name].label end
  for index, name in ipairs(segment.names) do
    local kind = index > 1 and "" or #segment.names > 1 and "helpers " or "helper "
    words[#words + 1] = kind .. "<code>" .. name .. "</code>"
  end
  if #words == 0 then words[1] = "code of the tests" end
  return (html.listed(words):gsub("^%l", string.upper))
end

-- The lines of a segment. The blank lines at the head of a fold are those between it and what is before it.
local function lines_of(block, segment, read)
  local first = segment.first
  while segment.kind ~= "open" and block.lines[first] == "" and first < segment.last do first = first + 1 end
  local gap = first > segment.first and '<span class="gap">' .. ("\n"):rep(first - segment.first) .. "</span>" or ""
  return "<pre><code>" .. gap .. body(block.shown.lines, block.lines, read, first, segment.last) .. "</code></pre>"
end

local function fold(block, segment, page)
  local label = segment.kind == "case" and html.fill('<span class="claim">{sentence}</span>', segment)
    or '<span class="contains">' .. contents_of(segment, page.read) .. "</span>"
  return html.fill('<details class="proof {kind}"><summary>{=label}{=held}</summary>\n{=lines}\n</details>', {
    kind = segment.kind, label = label, held = checked.held(page, block, segment), lines = lines_of(block, segment, page.read)})
end

-- On paper a test case is its sentence, and what surrounds tests is left out.
local function on_paper(block, page)
  local out, sentences = {}, {}
  local function finish_list()
    if #sentences > 0 then out[#out + 1] = '<ul class="claims">\n' .. table.concat(sentences, "\n") .. "\n</ul>" end
    sentences = {}
  end
  for _, segment in ipairs(block.segments) do
    if segment.kind == "open" then
      finish_list()
      out[#out + 1] = lines_of(block, segment, page.read)
    elseif segment.kind == "case" then
      sentences[#sentences + 1] = html.fill("<li>{sentence}</li>", segment)
    end
  end
  finish_list()
  return table.concat(out, "\n")
end

-- The code of a fence: what is open, and each proof as one line that holds the rest.
local function folded(block, page)
  if page.paper then return on_paper(block, page) end
  local out = {}
  for index, segment in ipairs(block.segments) do
    out[index] = segment.kind == "open" and lines_of(block, segment, page.read) or fold(block, segment, page)
  end
  return table.concat(out, "\n")
end

-- What stands beside a name: small print, or nothing.
local function noted(notes, separator)
  return #notes > 0 and ' <small>' .. table.concat(notes, separator) .. "</small>" or ""
end

local function chunk_notes(block)
  local notes = {}
  if block.before then notes[#notes + 1] = html.fill('continues <a href="#{id}">{label}</a>', block.before) end
  if block.role == "chunk" then
    local users = {}
    for _, user in ipairs(block.used_by) do users[#users + 1] = link(user) end
    notes[#notes + 1] = "used in " .. html.listed(users)
  end
  if block.next then notes[#notes + 1] = html.fill('<a href="#{id}">continued</a> below', block.next) end
  return noted(notes, ", ")
end

local function program_notes(block)
  local notes = {}
  if block.finds then notes[#notes + 1] = "broken on purpose: loom finds " .. findings[block.finds] end
  if block.misses then notes[#notes + 1] = html.fill("broken on purpose: {misses}, which loom does not find", block) end
  if block.compile_error then
    notes[#notes + 1] = html.fill("broken on purpose: the compiler refuses it, “… {compile_error} …”", block)
  end
  if block.exits then notes[#notes + 1] = html.fill("ends with exit status {exits}, on purpose", block) end
  if block.role == "header" then notes[#notes + 1] = html.fill('for <code>#include "{file}"</code>', block) end
  if block.role == "part" then notes[#notes + 1] = "part of the project" end
  return noted(notes, "; ")
end

local function chunk(block, page)
  return {html.block([[
<figure class="listing{=wide}" id="{id}">
<figcaption><dfn>{label}</dfn>{=notes}</figcaption>
{=pre}
</figure>]], {id = block.id, label = block.label, notes = chunk_notes(block), pre = folded(block, page),
    wide = is_wide(block) and " wide" or ""})}
end

local function program(block, page)
  local read = page.read
  local parts = {html.fill([[
<figure class="listing program{=broken}{=wide}" id="{id}">
<figcaption><dfn>{file}</dfn>{=notes}</figcaption>
{=pre}]], {
    id = block.id, file = block.file, notes = program_notes(block), pre = folded(block, page),
    broken = block.fails and " broken" or "",
    wide = is_wide(block) and " wide" or "",
  })}
  if block.whole and not page.paper then
    local folder = block.role == "header" and block.file:find("/", 1, true) and "" or read.name .. "/"
    parts[#parts + 1] = html.fill('<details class="whole"><summary>The whole of {file}, {lines} lines</summary>'
      .. "<p>In <code>snippets/{folder}{file}</code></p></details>", {file = block.file, lines = block.whole, folder = folder})
  end
  if block.role == "program" and not block.compile_error then
    parts[#parts + 1] = html.fill('<p class="run">Run it: <code>./weft run {chapter}/{name}</code></p>',
      {chapter = read.name, name = block.name})
  end
  parts[#parts + 1] = "</figure>"
  return {html.block(table.concat(parts, "\n"))}
end

-- Lines of cells with ` | ` between them, each cell Markdown, the first line the head.
local function rows_of(lines)
  local _, bars = lines[1]:gsub(" | ", "")
  local rows = {"| " .. lines[1] .. " |", "|" .. ("---|"):rep(bars + 1)}
  for index = 2, #lines do rows[#rows + 1] = "| " .. lines[index] .. " |" end
  return pandoc.read(table.concat(rows, "\n"), "markdown").blocks
end

local function output(block, page)
  local blocks = pandoc.List({html.block([[
<figure class="output">
<figcaption><a href="#{id}">{program}</a> <small>prints on {device}</small></figcaption>]], {
    id = page.read.programs[block.name].id, program = block.name, device = block.device or "loom",
  })})
  if block.as_table and #block.lines > 0 then
    blocks:extend(rows_of(block.lines))
  else
    blocks:insert(html.block("<pre><samp>{text}</samp></pre>", {text = block.shown.text}))
  end
  blocks:insert(html.block("</figure>"))
  return blocks
end

local function shell(block)
  return {html.block('<div class="shell"><pre><code>{text}</code></pre></div>', {text = block.shown.text})}
end

local function layout(block)
  return {html.block('<pre class="layout">{text}</pre>', {text = block.shown.text})}
end

local function listing(block, page)
  return {html.block('<figure class="listing program{=wide}">\n<figcaption><dfn>{name}</dfn></figcaption>\n{=pre}\n</figure>', {pre = pre(block.shown, page.read), name = block.role == "solution" and "the solution" or "instead of the solution",
    wide = is_wide(block) and " wide" or ""})}
end

local changes = {["-"] = "del", ["+"] = "ins", [" "] = "span"}

local function difference(block)
  local lines = {}
  for index, line in ipairs(block.lines) do
    local change = changes[line:sub(1, 1)]
    lines[index] = html.fill("<{=change}>{line}</{=change}>", {change = change, line = line})
  end
  return {html.block('<figure class="listing difference{=wide}">\n<pre><code>{=lines}</code></pre>\n</figure>',
    {lines = table.concat(lines, "\n"), wide = is_wide(block) and " wide" or ""})}
end

local renderers = {
  chunk = chunk, continues = chunk, program = program, header = program, part = program, output = output, sh = shell, text = layout,
  solution = listing, instead = listing, difference = difference,
}

--- The blocks of the page that stand for one fence. A page carries each line of code once: its script puts whole programs
-- together from their parts (`listings.js`), and on paper there are the parts.
function code.render(block, page)
  return renderers[block.role](block, page)
end

return code
