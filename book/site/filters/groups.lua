--- A rendered page as groups of blocks: what its HTML encloses is together.

local function nesting(raw)
  local depth = 0
  for closing, tag in raw:gmatch("<(/?)(%a+)") do
    if tag == "div" or tag == "figure" or tag == "details" then depth = depth + (closing == "" and 1 or -1) end
  end
  return depth
end

--- Groups of top-level blocks, {class, blocks}: everything between an opening tag and its closing one is together, under the class of the
-- opening one; any other block is by itself, under its type.
return function(blocks)
  local groups, open = pandoc.List({}), nil
  for _, block in ipairs(blocks) do
    local raw = block.t == "RawBlock" and block.text
    if not open then
      open = {class = raw and raw:match('class="([%w-]+)') or block.t, blocks = pandoc.List({}), depth = 0}
      groups:insert(open)
    end
    open.blocks:insert(block)
    open.depth = open.depth + (raw and nesting(raw) or 0)
    if open.depth <= 0 then open = nil end
  end
  return groups
end
