--- Writes the programs of one chapter, and its manifest, to snippets/.
--
-- All or nothing: a chapter with a mistake, or one file edited by hand, and not a byte changes. `README.md` in
-- this folder describes how to call it and what it prints.

package.path = pandoc.path.directory(PANDOC_SCRIPT_FILE) .. "/?.lua;" .. package.path
local chapter = require("chapter")
local files = require("files")
local manifest = require("manifest")
local tangled_file = require("tangled_file")

-- Says what is wrong, one complaint a line, and ends.
local function refuse(complaints)
  io.stderr:write(table.concat(complaints, "\n"), "\n")
  os.exit(1)
end

-- What the chapter writes -----------------------------------------------------------------------------------------

local function program_text(read, block)
  local lines = {}
  for _, line in ipairs(chapter.expand(read, block)) do table.insert(lines, line.text .. "\n") end
  return table.concat(lines)
end

-- The files of a chapter as {path =, body =, text = body under its header}, paths from the root.
local function files_of(read)
  local ours = {}
  local function add(path, comment, body)
    table.insert(ours, {path = "snippets/" .. path, body = body, text = tangled_file.stamp(comment, read.file, body)})
  end
  for _, block in ipairs(read.files) do
    local folder = block.file:find("^common/") and "" or read.name .. "/"
    add(folder .. block.file, block.comment or "// %s", program_text(read, block))
  end
  add(read.name .. "/manifest.json", '{"tangled": "%s",', manifest.of(read))
  return ours
end

local function other_chapters(root)
  return function(name) return files.text(root .. "chapters/" .. name .. ".md") end
end

-- Complains of each header in common/ that another chapter writes as well.
local function check_common(root, read)
  for _, block in ipairs(read.files) do
    if block.file:find("^common/") then
      for _, name in ipairs(tangled_file.names(root .. "chapters")) do
        local file = "chapters/" .. name
        local text = file ~= read.file and name:find("%.md$") and files.text(root .. file)
        if text and text:find(block.file, 1, true) then
          for _, theirs in ipairs(chapter.read(pandoc.read(text, "markdown"), text, file, other_chapters(root)).files) do
            if theirs.file == block.file then
              table.insert(read.mistakes, {line = block.line, what = ("%s is already written by %s:%d; introduce it in "
                .. "one chapter only"):format(block.file, file, theirs.line)})
            end
          end
        end
      end
    end
  end
end

-- What that changes -----------------------------------------------------------------------------------------------

local edited = "%s was edited by hand: move the edit into %s to keep it, or delete the file to drop it, and tangle "
  .. "again; to experiment, copy it elsewhere and run that: cp %s mine.cu && ./weft run mine.cu"
local edited_orphan = "%s was edited by hand, and %s no longer writes it: move the edit into a chapter or a file of "
  .. "your own, then delete the file"

local function outdated(root, ours, complaints)
  local to_write = {}
  for _, file in ipairs(ours) do
    local before = files.text(root .. file.path)
    if before ~= file.text then
      local found = before and tangled_file.examine(before)
      if found and not found.intact and found.body ~= file.body then
        table.insert(complaints, edited:format(file.path, file.chapter, file.path))
      else
        table.insert(to_write, file)
      end
    end
  end
  return to_write
end

-- The files under snippets/ that say they come from this chapter, or from one that is gone, and that no chapter writes.
local function orphans(root, read, ours, complaints)
  local wanted = {}
  for _, file in ipairs(ours) do wanted[file.path] = true end
  local function exists(chapter_file) return files.text(root .. chapter_file) ~= nil end

  local to_remove = {}
  local function look_into(folder)
    for _, name in ipairs(tangled_file.names(root .. folder)) do
      local path = folder .. "/" .. name
      local text = not wanted[path] and files.text(root .. path)
      local found = text and tangled_file.examine(text) or {}
      if found.chapter and (found.chapter == read.file or not exists(found.chapter)) then
        if found.intact then
          table.insert(to_remove, path)
        else
          table.insert(complaints, edited_orphan:format(path, found.chapter))
        end
      end
    end
  end
  for _, folder in ipairs(tangled_file.names(root .. "snippets")) do
    if folder == read.name or folder == "common" or not exists("chapters/" .. folder .. ".md") then
      look_into("snippets/" .. folder .. "/project")
      look_into("snippets/" .. folder)
    end
  end
  return to_remove
end

local function remove(root, path)
  os.remove(root .. path)
  os.remove(root .. pandoc.path.directory(path)) -- goes only if nothing is left in it
end

-- The chapter in hand -----------------------------------------------------------------------------------------------

local function tangle(doc, path, check_only)
  local root, file = path:match("^(.-)(chapters/[%d%l]%d?%-[a-z0-9-]+%.md)$")
  if not file or not (root == "" or root:find("/$")) then
    refuse({("%s is not a chapter: the path of a chapter ends in chapters/NN-name.md"):format(path)})
  end

  local read = chapter.read(doc, files.text(path), file, other_chapters(root))
  check_common(root, read)
  local complaints = {}
  for _, mistake in ipairs(read.mistakes) do
    table.insert(complaints, ("%s:%d: %s"):format(file, mistake.line, mistake.what))
  end
  if #complaints > 0 then refuse(complaints) end

  local ours = files_of(read)
  for _, written_file in ipairs(ours) do written_file.chapter = file end
  local to_write = outdated(root, ours, complaints)
  local to_remove = orphans(root, read, ours, complaints)
  if #complaints > 0 then refuse(complaints) end

  if check_only then
    for _, stale in ipairs(to_write) do
      table.insert(complaints, ("%s is not what %s says: run ./weft tangle"):format(stale.path, file))
    end
    for _, orphan in ipairs(to_remove) do
      table.insert(complaints, ("%s is no longer written by any chapter: run ./weft tangle"):format(orphan))
    end
    if #complaints > 0 then refuse(complaints) end
    return
  end
  for _, stale in ipairs(to_write) do
    local why_not = tangled_file.write(root .. stale.path, stale.text)
    if why_not then
      refuse({("cannot write %s (%s): remove what is in the way and tangle again"):format(stale.path, why_not)})
    end
    print("wrote " .. stale.path)
  end
  for _, orphan in ipairs(to_remove) do
    remove(root, orphan)
    print("removed " .. orphan)
  end
end

function Pandoc(doc)
  if #PANDOC_STATE.input_files ~= 1 then refuse({"tangle one chapter per call: give one path to Pandoc"}) end
  tangle(doc, PANDOC_STATE.input_files[1], doc.meta.check == true)
  return pandoc.Pandoc({})
end
