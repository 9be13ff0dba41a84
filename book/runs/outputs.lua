--- Tells where the outputs that a chapter shows stand in its text: one JSON object a line.
-- pandoc --from=markdown --to=native --output=/dev/null --lua-filter=book/runs/outputs.lua chapters/NN-name.md

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({here, "..", "filters", "?.lua"}) .. ";" .. package.path
local chapter = require("chapter")

function Pandoc(doc)
  local path = PANDOC_STATE.input_files[1]
  local file = io.open(path, "rb")
  local read = chapter.read(doc, file:read("a"), path)
  file:close()
  if #read.mistakes > 0 then
    for _, mistake in ipairs(read.mistakes) do io.stderr:write(("%s:%d: %s\n"):format(path, mistake.line, mistake.what)) end
    os.exit(1)
  end
  for _, output in ipairs(read.outputs) do
    -- Names and devices hold no quotes: both were checked, or stand in a quoted attribute.
    print(('{"line": %d, "last": %d, "program": "%s", "device": "%s"}'):format(output.line, output.last, output.name,
      output.device or "loom"))
  end
  return pandoc.Pandoc({})
end
