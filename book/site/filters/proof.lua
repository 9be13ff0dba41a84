--- Which lines of a chapter's code are tests and what surrounds them, and are therefore folded on its page.
--
-- A fence is divided into top-level items: functions, types, test cases, includes, references to chunks. A test case is a proof. So are
-- includes, and what only proofs use and what has no part in the device's work: references, inputs, sizes, printing, timing. What an
-- author marks with `.proof` is folded too, and nothing of a fence with `.open` is. A line at fault (`finds:`) is never folded.

local programs = require("programs")

local proof = {}

-- Items ----------------------------------------------------------------------------------------------------------

-- A line without what its strings and comments hold.
local function bare(line)
  line = line:gsub("\\.", ""):gsub("(%w)'(%w)", "%1%2"):gsub('"[^"]*"', '""'):gsub("'[^']*'", "''")
  return (line:gsub("//.*", ""))
end

local function depth_of(text)
  local _, opened = text:gsub("[%(%[{]", "")
  local _, closed = text:gsub("[%)%]}]", "")
  return opened - closed
end

-- What a line outside of all items is by itself; nil where an item begins.
local function lone(line)
  if line:find("^%s*$") then return "blank" end
  if programs.reference(line) then return "reference" end
  if line:find("^#include") or line:find("^#pragma once") or line:find("^using [%w_:, ]+;") or line:find("^namespace [%w_]+ = ") then
    return "frame"
  end
  if line:find("^#") then return "directive" end
  if line:find("^namespace[^;]*{$") then return "namespace" end
end

-- {kind, first, last} for each item of the lines, in order and without gaps. A comment belongs to what follows it at once.
local function items_of(lines)
  local items, item = {}, nil
  local depth, base = 0, 0
  for number, line in ipairs(lines) do
    local text = bare(line)
    if item and item.kind == "comment" and lone(line) then item = nil end
    local kind = not item and lone(line)
    if kind == nil and base > 0 and line:find("^}") then kind, base = "namespace", base - 1 end
    if kind then
      table.insert(items, {kind = kind, first = number, last = number})
      if kind == "namespace" and line:find("^namespace") then base = base + 1 end
    else
      if not item then
        item = {kind = "comment", first = number}
        table.insert(items, item)
        depth = 0
      end
      item.last = number
      depth = depth + depth_of(text)
      if text:find("%S") then item.kind = "code" end
      if depth <= 0 and text:find("[;}]%s*$") then item = nil end
    end
  end
  return items
end

-- What an item declares --------------------------------------------------------------------------------------------

-- The name that an item declares; nil where it declares none, or none that can be told.
local function name_of(text)
  text = text:gsub("^%s+", "")
  while text:find("^template%s*%b<>") do text = text:gsub("^template%s*%b<>%s*", "") end
  text = text:gsub("^requires%s[^\n]*\n%s*", ""):gsub("%[%[[^%]]*%]%]%s*", "")
  for _, pattern in ipairs({"^struct%s+([%w_]+)", "^class%s+([%w_]+)", "^enum%s+class%s+([%w_]+)", "^enum%s+([%w_]+)",
    "^using%s+([%w_]+)%s*=", "^concept%s+([%w_]+)"}) do
    local name = text:match(pattern)
    if name then return name end
  end
  local head = text:match("^[^=({;]*"):gsub("%b[]", "")
  local name = head:match("([%w_]+)%s*$")
  return head:find("%s") and not head:find("operator") and name or nil
end

-- The sentence of a test case; nil for any other item.
local function sentence_of(text)
  local first, sentence, rest = text:match('^(TEST_CASE[%w_]*)%(%s*"(.-[^\\])"(.*)$')
  if not first then return nil end
  while rest:find('^%s*".-[^\\]"') do
    local more
    more, rest = rest:match('^%s*"(.-[^\\])"(.*)$')
    sentence = sentence .. more
  end
  return (sentence:gsub("\\(.)", "%1")), rest:find("^[^{]*skip%(!weft::measuring%(%)%)") ~= nil
end

-- What runs on the device.
local device = {"__global__", "__device__", "__shared__", "__constant__", "__managed__"}
-- Launches, and calls of CUDA and of what is built on it.
local calls = {"<<<", "%f[%w_]cu%l*%u%w*", "%f[%w_]cuda_?%l*::", "cooperative_groups", "%f[%w_]cg::", "%f[%w_]MPI_", "%f[%w_]nccl%u",
  "%f[%w_]cub::", "%f[%w_]thrust::", "%f[%w_]wmma::", "%f[%w_]nvtx"}
-- Asserting, printing, timing and making up data.
local harness = {"%f[%w_]CHECK", "%f[%w_]REQUIRE", "std::f?printf%(", "std::puts%(", "median_seconds", "side_by_side", "weft::report", "observe%(",
  "steady_clock", "mt19937", "random_numbers"}

local function has_any(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then return true end
  end
  return false
end

-- What is a proof --------------------------------------------------------------------------------------------------

local has_code = {chunk = true, continues = true, program = true, header = true, part = true}

local function read_items(block)
  block.items = items_of(block.lines)
  for _, item in ipairs(block.items) do
    local source = table.concat(block.lines, "\n", item.first, item.last)
    local text = {}
    for number = item.first, item.last do text[#text + 1] = bare(block.lines[number]) end
    text = table.concat(text, "\n")
    item.block, item.text, item.at_fault = block, text, source:find("//%s*finds:") ~= nil
    item.words, item.uses = {}, {}
    for word in (item.kind == "code" and text or ""):gmatch("[%a_][%w_]*") do item.words[word] = true end
    for number = item.first, item.last do
      local name = item.kind == "code" and programs.reference(block.lines[number])
      if name then item.uses[name] = true end
    end
    if item.kind == "code" then
      local code = source:gsub("^%s*//[^\n]*", ""):gsub("\n%s*//[^\n]*", ""):gsub("^%s+", "")
      item.sentence, item.measured = sentence_of(code)
      item.name = not item.sentence and name_of(text) or nil
      if item.sentence then item.kind, block.has_cases = "case", true end
    end
  end
end

-- Chunks that are a part of some item, such as the statements of a function, by name.
local function find_inside(read)
  local inside = {}
  for _, block in ipairs(read.blocks) do
    for _, item in ipairs(block.items or {}) do
      for name in pairs(item.uses) do inside[name] = true end
    end
  end
  local changed = true
  while changed do
    changed = false
    for _, block in ipairs(read.blocks) do
      if block.items and (block.role == "chunk" or block.role == "continues") and inside[block.name] then
        for _, used in ipairs(block.uses) do
          changed = changed or not inside[used.name]
          inside[used.name] = true
        end
      end
    end
  end
  return inside
end

-- Fences that end up in a header, which other chapters use.
local function find_shared(read)
  local shared = {}
  local function visit(block)
    if shared[block] then return end
    shared[block] = true
    for _, used in ipairs(block.uses) do
      visit(used)
      for _, more in ipairs(used.continued_by) do visit(more) end
    end
  end
  for _, block in ipairs(read.files) do
    if block.role == "header" or block.role == "part" then visit(block) end
  end
  return shared
end

-- The files that have this fence in them, once each and in the order of the chapter.
local function files_of(read, block)
  local found, seen = {}, {}
  local function visit(one)
    if seen[one] then return end
    seen[one] = true
    if one.file then
      table.insert(found, one)
    else
      for _, user in ipairs(read.chunks[one.name].used_by) do visit(user) end
    end
  end
  visit(block)
  table.sort(found, function(a, b) return a.line < b.line end)
  return found
end

local function have_a_file_in_common(one, other)
  for _, file in ipairs(one.files) do
    for _, also in ipairs(other.files) do
      if file == also then return true end
    end
  end
  return false
end

local function mark(read)
  local inside, shared = find_inside(read), find_shared(read)
  local items, users, bodies = {}, {}, {}  -- by word and by chunk: the items that use it
  for _, block in ipairs(read.blocks) do
    for _, item in ipairs(block.items or {}) do
      table.insert(items, item)
      item.proof = item.kind == "case" or item.kind == "frame" and block.role ~= "part" or item.kind == "code" and block.proof
      for word in pairs(item.words) do
        users[word] = users[word] or {}
        table.insert(users[word], item)
      end
      for name in pairs(item.uses) do
        bodies[name] = bodies[name] or {}
        table.insert(bodies[name], item)
      end
    end
  end
  -- What has the same name does not use it, and neither does what is in other files.
  local function only_proofs(list, used)
    local found = false
    for _, item in ipairs(list or {}) do
      if not used or item.name ~= used.name and have_a_file_in_common(item.block, used.block) then
        if not item.proof then return false end
        found = found or item.kind ~= "frame"
      end
    end
    return found
  end
  -- A fence with test cases, or a program, has around it what tests need. Any other fence is a piece that the chapter presents.
  local function is_harness(item)
    if has_any(item.text, device) then return false end
    if has_any(item.text, harness) then return true end
    if item.block.role ~= "program" and not item.block.has_cases then return false end
    return not has_any(item.text, calls) or item.text:find("to_host%(") ~= nil
  end
  local function serves_proofs_only(item)
    local block = item.block
    if item.kind ~= "code" or shared[block] then return false end
    if (block.role == "chunk" or block.role == "continues") and inside[block.name] then
      local text = table.concat(block.lines, "\n")
      return not has_any(text, device) and not has_any(text, calls) and only_proofs(bodies[block.name])
    end
    if not is_harness(item) then return false end
    if item.name == "main" then return block.role == "program" end
    return item.name ~= nil and only_proofs(users[item.name], item)
  end
  local changed = true
  while changed do
    changed = false
    for _, item in ipairs(items) do
      if not item.proof and serves_proofs_only(item) then item.proof, changed = true, true end
    end
  end
end

-- Segments ---------------------------------------------------------------------------------------------------------

-- A fold is a line itself, so less than this is not folded next to what is open.
local fewest = 4

-- Stretches of harness that are too short, with the lines they have; test cases and includes are folded in any case.
local function open_short_ones(block)
  local stretch, lines = {}, 0
  local function finish()
    if lines < fewest then
      for _, item in ipairs(stretch) do item.proof = false end
    end
    stretch, lines = {}, 0
  end
  for _, item in ipairs(block.items) do
    if item.kind == "code" and item.proof then
      table.insert(stretch, item)
      lines = lines + item.last - item.first + 1
    elseif item.kind == "frame" then
      lines = lines + fewest
    elseif item.kind ~= "blank" then
      finish()
    end
  end
  finish()
end

-- The names of parts, and what is around code.
local neutral = {blank = true, comment = true, reference = true, namespace = true, directive = true}

-- So is a short name for a type, in a program.
local function is_neutral(item, block)
  return neutral[item.kind] or block.role == "program" and item.first == item.last and block.lines[item.first]:find("^using [%w_]+ = ") ~= nil
end

-- What is neutral is folded where nothing else of the fence is open.
local function settle(block)
  local all = not block.keeps_open
  for _, item in ipairs(block.items) do
    if block.keeps_open or item.at_fault then item.proof = false end
    if not is_neutral(item, block) and not item.proof then all = false end
  end
  for _, item in ipairs(block.items) do
    if is_neutral(item, block) then item.proof = all end
  end
  if not all and not block.proof then open_short_ones(block) end
end

local function describe(segment, item, lines)
  if item.kind == "case" then
    segment.sentence, segment.measured = item.sentence, item.measured
  elseif item.kind == "frame" then
    segment.includes = true
  elseif item.kind == "reference" then
    table.insert(segment.parts, (programs.reference(lines[item.first])))
  elseif item.name then
    table.insert(segment.names, item.name)
  end
end

-- Lines of a fence that are shown or folded together. Blank lines between what is shown and what is folded go into the fold.
local function segments_of(block)
  local segments, blank = {}, nil  -- the first of the blank lines before an item
  for _, item in ipairs(block.items) do
    if item.kind == "blank" then
      blank = blank or item.first
    else
      local last = segments[#segments]
      local kind = not item.proof and "open" or item.kind == "case" and "case" or "harness"
      if not last or last.kind ~= kind or kind == "case" then
        if last and kind == "open" then last.last = item.first - 1 end
        local first = (kind ~= "open" or not last) and blank or item.first
        last = {kind = kind, first = first, names = {}, parts = {}}
        table.insert(segments, last)
      end
      last.last, blank = item.last, nil
      describe(last, item, block.lines)
    end
  end
  if #segments == 0 then segments[1] = {kind = "open", first = 1} end
  segments[#segments].last = #block.lines
  return segments
end

--- Gives each fence with code its `segments`, in order and without gaps: {kind = "open", "case" or "harness", first, last}. What is folded
-- has the `files` that it is in. A case has its `sentence`, and whether it runs only when times are `measured`; harness has the `names` that
-- it declares, the `parts` that it puts in place, and whether it `includes` headers.
function proof.find(read)
  for _, block in ipairs(read.blocks) do
    if has_code[block.role] then
      block.files = files_of(read, block)
      read_items(block)
      block.keeps_open = block.open or block.compile_error
    end
  end
  mark(read)
  for _, block in ipairs(read.blocks) do
    if block.items then
      settle(block)
      block.segments = segments_of(block)
      for _, segment in ipairs(block.segments) do
        if segment.kind ~= "open" then segment.files = block.files end
      end
    end
  end
end

return proof
