--- Finds references that are typed by hand, such as "Chapter 7" or "Figure 3.1": their numbers change, and nothing would report it.

local references = {}

local kinds = {}
for kind in ("chapter chapters section sections figure figures exercise exercises question questions appendix appendices"):gmatch("%a+") do
  kinds[kind] = true
end

local in_prose = {
  chapter = "write [](NN-name.md), with the name of its file; the weaver says its number",
  appendix = "write [](a-name.md), with the name of its file; the weaver says its letter",
  other = "write [](#id), or [](NN-name.md#id) of another chapter; the weaver says its number",
}
local in_code = "in code no number is generated; name the chapter's folder or title"
local in_header = "the header has no links; say it in words, without the number"

-- Without code, without where links lead, and without the words of links to other sites.
local function running_text(line)
  return (line:gsub("(`+).-%1", ""):gsub("%[[^%]]*%]%(https?://[^)]*%)", ""):gsub("%]%([^)]*%)", "]"))
end

-- The first reference with a number in a text, as typed; and its kind.
local function typed(text)
  local at = 1
  while true do
    local from, to, word = text:find("%f[%a](%a+)%f[%A]", at)
    if not from then return nil end
    local kind = word:lower()
    if kinds[kind] then
      local rest = text:sub(to + 1):gsub("^\u{a0}", " ")
      local number = rest:match("^%s(%d[%d.]*)") or kind:find("^append") and rest:match("^%s(%u)%f[%W]")
      if number then return word .. " " .. number:gsub("%.+$", ""), kind end
    end
    at = to + 1
  end
end

local function instead(kind)
  return kind:find("^chapter") and in_prose.chapter or kind:find("^append") and in_prose.appendix or in_prose.other
end

--- Calls mistake(line, what) for every line of a chapter or page on which a reference is typed.
-- @param lines   of its Markdown
-- @param fences  the fences in it, with the lines on which they open and close
function references.check(lines, fences, mistake)
  local code = {}
  for _, fence in ipairs(fences) do
    for number = fence.line, fence.last or #lines do code[number] = true end
  end
  local header = lines[1] == "---"
  for number, line in ipairs(lines) do
    local text = line
    if not code[number] then
      local next_word = not code[number + 1] and (lines[number + 1] or ""):match("^%d%S*")
      text = running_text(next_word and line .. " " .. next_word or line)
    end
    local found, kind = typed(text)
    if found and (not code[number] or kind == "chapter") then
      mistake(number, ("“%s” is typed; %s"):format(found, code[number] and in_code or header and in_header or instead(kind)))
    end
    if header and number > 1 and line == "---" then header = false end
  end
end

return references
