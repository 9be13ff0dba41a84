--- The programs of a chapter, the chunks they are made of, and what they print.

local programs = {}

--- The chunk that a line of code stands for, and the blanks before it; nil for any other line.
-- The name may be one that no chunk can have: the caller says so.
function programs.reference(line)
  local indent, name = line:match("^(%s*)<<([^<>]+)>>%s*$")
  return name, indent
end

local function gather(read, mistake)
  local by_file = {}
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" then
      local known = read.chunks[block.name]
      if known then
        mistake(block.line, "chunk %s is already defined on line %d; write continues=%s to go on with it",
          block.name, known.line, block.name)
      else
        block.used_by, block.continued_by = {}, {}
        read.chunks[block.name] = block
      end
    elseif block.file then
      local known = by_file[block.file]
      if known then
        mistake(block.line, "%s is already written by the fence on line %d; choose another name, or make this a "
          .. "chunk that the other one uses", block.file, known.line)
      else
        by_file[block.file] = block
        table.insert(read.files, block)
        if block.role == "program" then read.programs[block.name] = block end
      end
      if block.measures then
        if read.measures[block.measures] then
          mistake(block.line, 'measures="%s" is already taken on line %d; choose another name',
            block.measures, read.measures[block.measures].line)
        else
          read.measures[block.measures] = block
        end
      end
    end
  end
end

local function join_continuations(read, mistake)
  for _, block in ipairs(read.blocks) do
    if block.role == "continues" then
      local chunk = read.chunks[block.name]
      if not chunk then
        mistake(block.line, "there is no chunk %s to continue; begin it with #%s", block.name, block.name)
      elseif chunk.line > block.line then
        mistake(block.line, "chunk %s begins only on line %d; put its #%s here and continues= there",
          block.name, chunk.line, block.name)
      else
        table.insert(chunk.continued_by, block)
      end
    end
  end
end

-- Fills in `uses` and `used_by`; true if every reference names a chunk.
local function follow_references(read, mistake)
  local complete = true
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" or block.role == "continues" or block.file then
      block.uses = {}
      local seen = {}
      for offset, line in ipairs(block.lines) do
        local name = programs.reference(line)
        local chunk = name and read.chunks[name]
        if name and not chunk then
          complete = false
          mistake(block.line + offset, "<<%s>> names no chunk of this chapter; correct the name, or define #%s",
            name, name)
        elseif name and not seen[name] then
          seen[name] = true
          table.insert(block.uses, chunk)
          table.insert(chunk.used_by, block)
        end
      end
    end
  end
  return complete
end

-- The fences that make up a chunk, or a program of its own.
local function fences_of(chunk)
  local fences = {chunk}
  for _, more in ipairs(chunk.continued_by or {}) do table.insert(fences, more) end
  return fences
end

-- True if a chunk contains itself.
local function find_cycles(read, mistake)
  local state, path = {}, {}
  local circular = false
  local function visit(chunk)
    if state[chunk] == "done" then return end
    table.insert(path, chunk.name)
    if state[chunk] == "open" then
      local from = 1
      while path[from] ~= chunk.name do from = from + 1 end
      mistake(chunk.line, "chunk %s contains itself (%s); break the circle",
        chunk.name, table.concat(path, " → ", from))
      circular = true
    else
      state[chunk] = "open"
      for _, fence in ipairs(fences_of(chunk)) do
        for _, used in ipairs(fence.uses) do visit(used) end
      end
      state[chunk] = "done"
    end
    table.remove(path)
  end
  for _, block in ipairs(read.blocks) do
    if read.chunks[block.name] == block then visit(block) end
  end
  return circular
end

local function find_unused(read, mistake)
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" and block.used_by and #block.used_by == 0 then
      mistake(block.line, "nothing uses chunk %s; write <<%s>> where it belongs, or remove it",
        block.name, block.name)
    end
  end
end

local function check_outputs(read, mistake)
  local first = {}
  for _, block in ipairs(read.blocks) do
    if block.role == "output" then
      local program = read.programs[block.name]
      local key = block.name .. "\n" .. (block.device or "")
      if not program then
        mistake(block.line, "no program of this chapter is called %s; write the name of a file=….cu without .cu",
          block.name)
      elseif program.compile_error then
        mistake(block.line, "%s does not compile (line %d), so it prints nothing; remove this output",
          block.name, program.line)
      elseif first[key] then
        mistake(block.line, "the output of %s%s is already on line %d; keep one",
          block.name, block.device and " on " .. block.device or "", first[key].line)
      else
        first[key] = block
        table.insert(read.outputs, block)
      end
    end
  end
end

--- The lines of a file or chunk with every chunk in its place, as {text =, line = in the chapter}.
function programs.expand(read, block)
  local expanded = {}
  local function put(fence, indent)
    for offset, text in ipairs(fence.lines) do
      local name, deeper = programs.reference(text)
      if name then
        for _, more in ipairs(fences_of(read.chunks[name])) do put(more, indent .. deeper) end
      else
        table.insert(expanded, {text = text == "" and "" or indent .. text, line = fence.line + offset})
      end
    end
  end
  for _, fence in ipairs(fences_of(block)) do put(fence, "") end
  return expanded
end

-- A program with finds= marks the line loom must name; no other program has such a mark.
local function check_marks(read, mistake)
  local complained = {}
  for _, block in ipairs(read.files) do
    local marked = false
    for _, line in ipairs(programs.expand(read, block)) do
      local kind = line.text:match("//%s*finds:%s*(.-)%s*$")
      if kind and kind == block.finds then
        marked = true
      elseif kind and not complained[line.line] then
        complained[line.line] = true
        mistake(line.line, '%s has this mark but not finds="%s"; add that to the fence on line %d, or remove the '
          .. 'mark', block.file, kind, block.line)
      end
    end
    if block.finds and not marked then
      mistake(block.line, '%s has finds="%s" but no line marked // finds: %s; mark the line that is at fault',
        block.file, block.finds, block.finds)
    end
  end
end

--- Connects the programs, chunks and outputs of a chapter with each other, and finds what does not fit.
function programs.connect(read, mistake)
  gather(read, mistake)
  join_continuations(read, mistake)
  local expandable = follow_references(read, mistake)
  expandable = not find_cycles(read, mistake) and expandable
  find_unused(read, mistake)
  check_outputs(read, mistake)
  if expandable then check_marks(read, mistake) end
end

return programs
