--- GPUs by name: the word that pages call one by, and which of several comes first.

local gpus = {}

--- Whether the name of a device has a word.
function gpus.is_called(device, word) return device:find("%f[%w]" .. word:gsub("%p", "%%%0") .. "%f[%W]") ~= nil end

--- The word for a device: H100 for "NVIDIA H100 80GB HBM3".
function gpus.word_of(device) return device:match("NVIDIA (%S+)") or device end

--- Sorts what several devices have recorded.
-- @param found  [{device, date, …}, …]
-- @param word   for the device that comes first, or nil; then the last date comes first
function gpus.sort(found, word)
  local function is_first(one) return word ~= nil and gpus.is_called(one.device, word) end
  table.sort(found, function(a, b)
    if is_first(a) ~= is_first(b) then return is_first(a) end
    if a.date ~= b.date then return a.date > b.date end
    return a.device < b.device
  end)
end

return gpus
