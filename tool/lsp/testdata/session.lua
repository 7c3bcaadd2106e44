-- A session of an editor: nvim --headless -c 'luafile session.lua'. What was seen is written to the file OUT as JSON.
local seen = {}

local function finish(why)
  seen.fault = why
  vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.OUT)
  vim.cmd(why and 'cquit' or 'qall!')
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 5) then
    finish('a minute without ' .. what)
  end
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

local function place(pattern)
  vim.fn.cursor(1, 1)
  if vim.fn.search(pattern, 'c') == 0 then finish('there is no ' .. pattern) end
end

local function diagnosed(n)
  wait(n .. ' diagnostics', function() return #vim.diagnostic.get(0) == n end)
end

-- As a user sets it up: every model has the one server.
local client
vim.api.nvim_create_autocmd('BufReadPost', { pattern = '*.aadl', callback = function(event)
  local config = { name = 'sinew', cmd = { vim.env.SERVER }, root_dir = vim.env.DIR, flags = { debounce_text_changes = 0 } }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = event.buf })
  else
    client = client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(event.buf, client)
  end
end })
vim.cmd('edit ' .. vim.env.DIR .. '/rover.aadl')

-- A file with a fault: it is told, and gone when it is mended.
diagnosed(1)
local d = vim.diagnostic.get(0)[1]
seen.diagnostic = { line = d.lnum, column = d.col, message = d.message, code = d.code or d.user_data.lsp.code }
vim.cmd([[%s/Drve/Drive/]])
diagnosed(0)

-- What is typed is what the server has, characters of four bytes too.
place('left: ')
vim.cmd([[s/left/-- 𝄞 a clef\r            port/]])
vim.cmd([[%s/-> left/-> prt/]])
diagnosed(1)
vim.cmd([[%s/-> prt/-> port_side/]])
vim.cmd([[%s/ port: / port_side: /]])
diagnosed(0)

-- Rename over two files, in one of which the editor has not been.
place('speed;')
vim.lsp.buf.rename('velocity')
wait('a new name', function() return text():find('port_side.velocity', 1, true) end)
seen.renamed = text()

-- Layout.
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 60000 }) else vim.lsp.buf.formatting_sync(nil, 60000) end
seen.laid = text()

-- Hover and completion, as the editor gets them.
place('Drive\\.i')
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(), 60000)
for _, answer in pairs(hover or {}) do seen.hover = answer.result and answer.result.contents.value end
place('port_side.velocity')
vim.fn.search('\\.')
vim.fn.cursor(vim.fn.line('.'), vim.fn.col('.') + 1)
seen.completed = {}
for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/completion', vim.lsp.util.make_position_params(), 60000) or {}) do
  for _, item in ipairs(answer.result.items) do table.insert(seen.completed, item.label) end
end

-- To where it is declared, in the other file, which the rename has changed.
place('velocity')
vim.lsp.buf.definition()
wait('the other file', function() return vim.api.nvim_buf_get_name(0):find('parts.aadl', 1, true) end)
wait('the cursor there', function() return vim.fn.getline('.'):find('velocity: in', 1, true) end)
seen.declared = vim.fn.getline('.')

vim.lsp.stop_client(vim.lsp.get_active_clients and vim.lsp.get_active_clients() or vim.lsp.get_clients())
wait('the end of the server', function() return vim.fn.filereadable(vim.env.ENDED) == 1 end)
finish(nil)
