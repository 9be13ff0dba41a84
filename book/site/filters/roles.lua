--- What one fence or one div is for, read from the attributes that Pandoc parsed.
--
-- Every fence and every div of a chapter has exactly one role; this file knows which roles there are and what each
-- may carry. What holds between them (a chunk and its users, a program and its output) is `chapter.lua`'s business.

local findings = require("findings")

local roles = {}

local name_pattern = "^[a-z0-9][a-z0-9-]*$"
local name_rule = "lower-case letters, digits and hyphens"

-- Classes that code may have as well: all of it is a proof and is folded, or nothing of it is folded (`proof.lua`).
local folding = {proof = true, open = true}

-- The only class of an element, apart from those of code; complains of none, of several and of one that is not known.
local function only_class(element, known, mistake)
  local classes = element.classes:filter(function(class) return element.t == "Div" or not folding[class] end)
  if #classes ~= 1 then
    mistake(#classes == 0 and "it has no class" or "it has more than one class")
    return nil
  end
  local class = classes[1]
  if not known[class] then
    mistake(("class .%s is unknown"):format(class))
    return nil
  end
  return class
end

-- Complains of each attribute that the role does not know.
local function only_attributes(element, known, mistake)
  for key in pairs(element.attributes) do
    if not known[key] then mistake("attribute %s= is unknown here", key) end
  end
end

local function no_identifier(element, mistake)
  if element.identifier ~= "" then mistake("#%s has no meaning here", element.identifier) end
end

local function set(...)
  local members = {}
  for _, member in ipairs({...}) do members[member] = true end
  return members
end

-- Fences --------------------------------------------------------------------------------------------------------

local fence_classes = set("cuda", "output", "sh", "text")
local program_keys = {"finds", "misses", "compile-error", "exits", "measures", "ranks", "loops", "counters"}
local program_attributes = set("file", table.unpack(program_keys))
local no_role = "this fence has no role: give it #chunk-name, continues=chunk-name or file=name.cu with .cuda, "
  .. "or make it {.output of=name}, {.sh} or {.text}"

-- counters="kernel, other: metric metric; third: metric" as a list of {kernel, metrics}.
local function read_counters(text, mistake)
  local wanted, known = {}, {}
  for part in (text .. ";"):gmatch("([^;]*);") do
    local kernels, metrics = part:match("^%s*([%w_][%w_, ]*):%s*(%S.*)$")
    if not kernels then
      mistake('counters="%s" names no metrics; write counters="kernel: metric metric", and a semicolon before the next kernel', text)
      return wanted
    end
    local names = {}
    for name in metrics:gmatch("%S+") do table.insert(names, name) end
    for kernel in kernels:gmatch("[%w_]+") do
      if known[kernel] then mistake("counters= names kernel %s twice; list all of its metrics after one name", kernel) end
      known[kernel] = true
      table.insert(wanted, {kernel, names})
    end
  end
  return wanted
end

local function read_file_fence(block, record, mistake)
  local attributes = block.attributes
  local file = attributes.file
  record.file = file
  local folder, plain = file:match("^(common)/([^/]*)$")
  plain = plain or file
  if plain:find("/", 1, true) or plain == "." or plain == ".." then
    mistake("file=%s leads outside the chapter's folder; write a plain name such as add.cu, or common/name.cuh", file)
    return
  end
  local stem, ending = plain:match("^(.*)%.(cuh?)$")
  if not stem or (folder and ending == "cu") then
    mistake("file=%s: a program ends in .cu, a header in .cuh, and common/ holds headers", file)
    return
  end
  if not stem:find(name_pattern) then
    mistake("file=%s: use %s before the ending", file, name_rule)
    return
  end
  if ending == "cu" then
    record.role, record.name, record.draws = "program", stem, {}
  else
    record.role, record.name = "header", plain
  end

  record.finds = attributes.finds
  record.misses = attributes.misses
  record.compile_error = attributes["compile-error"]
  record.exits = attributes.exits
  -- Broken on purpose, as book/runs/project.py has it; and failing, which one with exits= does although nothing is wrong with it.
  record.broken = (record.finds or record.misses or record.compile_error) ~= nil
  record.fails = record.broken or record.exits ~= nil
  record.measures = attributes.measures
  record.ranks = attributes.ranks
  record.loops = attributes.loops
  if record.role == "header" then
    for _, key in ipairs(program_keys) do
      if attributes[key] then mistake("%s= belongs to a program, and %s is a header", key, file) end
    end
    return
  end
  if record.finds and not findings[record.finds] then
    local kinds = {}
    for kind in pairs(findings) do table.insert(kinds, kind) end
    table.sort(kinds)
    mistake('finds="%s" is not a kind of finding; loom knows %s and %s', record.finds, table.concat(kinds, ", ", 1, #kinds - 1), kinds[#kinds])
  end
  if record.misses == "" then mistake("misses= is empty; say what is wrong with the program, as in misses=\"a race\"") end
  if record.misses and record.finds then mistake("loom finds this fault or misses it; remove finds= or misses=") end
  if record.compile_error == "" then mistake("compile-error= is empty; give a part of the compiler's message") end
  if record.exits and not (record.exits:find("^%d+$") and tonumber(record.exits) <= 255) then
    mistake('exits="%s" is not an exit status; write a number from 0 to 255', record.exits)
  end
  if record.measures and not record.measures:find(name_pattern) then
    mistake('measures="%s" is not a name; use %s', record.measures, name_rule)
  end
  if record.ranks and not (record.ranks .. " "):gsub("[1-9]%d* ", ""):find("^$") then
    mistake('ranks="%s" are not numbers of processes; write numbers separated by spaces, as in ranks="1 2 5"', record.ranks)
  end
  if attributes.counters then record.counters = read_counters(attributes.counters, mistake) end
  if record.loops == "" then mistake("loops= is empty; name the kernels whose innermost loops the chapter counts, with spaces between") end
  if record.ranks and record.finds then mistake("finds= works only with one process, so remove it or ranks=") end
  for _, key in ipairs(program_keys) do
    if record.compile_error and attributes[key] and key ~= "compile-error" then mistake("a program with compile-error= never runs; remove its %s=", key) end
  end
end

-- A file of the project that a chapter builds: code, or as .text what says how it is built, or a script in Python.
local code_endings = set("cu", "cuh", "cpp", "hpp")
local build_files = set("meson.build", "CMakeLists.txt")

local function is_part(block) return (block.attributes.file or ""):find("^project/") ~= nil end

local function read_part_fence(block, class, record, mistake)
  local file = block.attributes.file
  local name = file:match("^project/(.*)$")
  local stem, ending = name:match("^(.*)%.(%l+)$")
  only_attributes(block, set("file"), mistake)
  if class == "text" and not (build_files[name] or ending == "py" and stem:find(name_pattern)) then
    mistake("file=%s: as .text, a project has project/meson.build, project/CMakeLists.txt and project/NAME.py", file)
  elseif class == "cuda" and not (code_endings[ending] and stem:find(name_pattern)) then
    mistake("file=%s: a project's code is project/NAME.cu, .cuh, .cpp or .hpp, with %s before the ending", file, name_rule)
  else
    record.role, record.name, record.file = "part", name, file
    record.comment = class == "text" and "# %s" or "// %s"
    record.syntax = class == "cuda" and "cuda" or nil
  end
end

local function read_cuda_fence(block, record, mistake)
  local attributes = block.attributes
  record.proof, record.open = block.classes:includes("proof"), block.classes:includes("open")
  if record.proof and record.open then mistake("this fence is .proof, so all of it is folded, and .open, so nothing is; keep one") end
  if not is_part(block) then
    only_attributes(block, attributes.file and program_attributes or set(attributes.continues and "continues" or "same-as"), mistake)
  end
  local given = {}
  if block.identifier ~= "" then table.insert(given, "#" .. block.identifier) end
  if attributes.continues then table.insert(given, "continues=") end
  if attributes.file then table.insert(given, "file=") end
  if #given == 0 then
    mistake(no_role)
  elseif #given > 1 then
    mistake("this fence has more than one role (%s); keep one", table.concat(given, ", "))
  elseif is_part(block) then
    read_part_fence(block, "cuda", record, mistake)
  elseif attributes.file then
    read_file_fence(block, record, mistake)
  else
    local name = attributes.continues or block.identifier
    if name:find(name_pattern) then
      record.role, record.name, record.same_as = attributes.continues and "continues" or "chunk", name, attributes["same-as"]
    else
      mistake('"%s" cannot name a chunk; use %s', name, name_rule)
    end
  end
end

--- The role record of a CodeBlock; `mistake(what, …)`, with the arguments of string.format, is called for each thing
-- wrong with it.
-- A record without a role stands for a fence that could not be understood.
function roles.of_fence(block, mistake)
  local record = {}
  if #block.classes == 0 then
    mistake(no_role)
    return record
  end
  local class = only_class(block, fence_classes, function(what)
    mistake("this fence has no role: %s; a fence is .cuda, .output, .sh or .text", what)
  end)
  if class == "cuda" then
    read_cuda_fence(block, record, mistake)
  elseif class and block.classes:find_if(function(one) return folding[one] end) then
    mistake("only .cuda is .proof or .open; remove that from a fence of .%s", class)
  elseif class == "output" then
    only_attributes(block, set("of", "device", "as"), mistake)
    no_identifier(block, mistake)
    if block.attributes.as and block.attributes.as ~= "table" then
      mistake('as="%s" is not a way to show an output; leave it out, or write as=table', block.attributes.as)
    end
    if block.attributes.of then
      record.role, record.name, record.device = "output", block.attributes.of, block.attributes.device
      record.as_table = block.attributes.as == "table"
    else
      mistake("this output has no program; write {.output of=name}")
    end
  elseif class then
    no_identifier(block, mistake)
    if class == "text" and is_part(block) then
      read_part_fence(block, class, record, mistake)
    else
      only_attributes(block, {}, mistake)
      record.role = class
    end
  end
  return record
end

-- Divs ----------------------------------------------------------------------------------------------------------

local div_attributes = {
  question = {},
  answer = {},
  exercise = set("title"),
  hint = {},
  explanation = {},
  pitfall = {},
  aside = {},
  folded = set("title"),
  measured = set("of"),
  noticed = {},
}

--- The role record of a Div, as `roles.of_fence` makes it of a CodeBlock.
function roles.of_div(div, mistake)
  local record = {}
  local class = only_class(div, div_attributes, function(what)
    mistake("this div has no role: %s; a div is .question, .answer, .exercise, .hint, .explanation, .pitfall, .aside, .folded, .measured or .noticed",
      what)
  end)
  if not class then return record end
  record.role = class
  only_attributes(div, div_attributes[class], mistake)
  if class == "exercise" then
    record.name, record.title = div.identifier, div.attributes.title
    if div.identifier == "" then
      mistake('this exercise has no name; write {.exercise #name title="…"}')
    elseif not div.identifier:find(name_pattern) then
      mistake('"%s" cannot name an exercise; use %s', div.identifier, name_rule)
    end
    if (record.title or "") == "" then mistake('this exercise has no title; write {.exercise #name title="…"}') end
  elseif class == "measured" then
    record.name = div.attributes.of
    no_identifier(div, mistake)
    if not record.name then mistake("this div names no measurement; write {.measured of=name}") end
  elseif class == "folded" then
    no_identifier(div, mistake)
    if (div.attributes.title or "") == "" then mistake('this part has no title; write {.folded title="…"}') end
  elseif class == "answer" or class == "hint" or class == "explanation" or class == "noticed" then
    no_identifier(div, mistake)
  end
  return record
end

return roles
