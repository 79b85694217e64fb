/**
 * Plants secrets of every kind in a served run and in a drafted conversation, and looks for them in what is written.
 *
 * node test/security/secrets.mjs           compares with the table in docs/tried.md; exits 1 where they differ
 * node test/security/secrets.mjs --update  writes the table
 *
 * Needs a build. No secret is a real one: each is made of a fixed text.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'dist/cli.js')
const page = join(root, 'docs/tried.md')
const marks = ['<!-- made by test/security/secrets.mjs -->', '<!-- end -->']

/** Texts of letters and digits, each another one, and the same ones each time. */
let count = 0
const drawn = (length) =>
  createHash('sha512')
    .update(String(count++))
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
const hex = (length) => Buffer.from(drawn(length), 'utf8').toString('hex').slice(0, length)
const base64 = (text) => Buffer.from(text).toString('base64')

/** A row: how the secrets are known, what they are, and texts with the secret in each. */
const rows = []
const row = (by, what, ...planted) => rows.push({ by, what, planted })
const bare = (secret) => ({ secret, text: `It is ${secret}, see.` })
const shaped = (...prefixes) => prefixes.map((prefix) => bare(prefix + drawn(40)))

row(
  'shape',
  'OpenAI, Anthropic, OpenRouter: `sk-`',
  ...shaped('sk-', 'sk-proj-', 'sk-svcacct-', 'sk-ant-api03-', 'sk-or-v1-'),
)
row(
  'shape',
  'Stripe: `sk_live_`, `rk_test_`, `whsec_`',
  ...shaped('sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'),
)
row(
  'shape',
  'GitHub: `ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_`, `github_pat_`',
  ...shaped('ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'),
)
row('shape', 'GitLab: `glpat-`', ...shaped('glpat-'))
row(
  'shape',
  'Slack: `xoxb-`, `xoxp-`, `xapp-`, webhooks',
  ...shaped('xoxb-1-', 'xoxp-1-', 'xoxa-2-', 'xapp-1-A0-'),
  {
    ...bare(`T0/B0/${drawn(24)}`),
    text: `https://hooks.slack.com/services/T0/B0/${drawn(24)}`,
  },
)
rows.at(-1).planted.at(-1).secret = rows.at(-1).planted.at(-1).text.slice(-24)
row('shape', 'Google: `AIza`, `ya29.`', ...shaped('AIzaSy', 'ya29.', 'ya29.a0', 'ya29.c.'))
row('shape', 'AWS: ids of keys', bare('AKIAIOSFODNN7EXAMPLE'), bare('ASIAIOSFODNN7EXAMPLE'))
row(
  'shape',
  'LangSmith `lsv2_`, Hugging Face `hf_`, Groq `gsk_`, Perplexity `pplx-`, Tavily `tvly-`, Replicate `r8_`',
  ...shaped('lsv2_pt_', 'lsv2_sk_', 'hf_', 'gsk_', 'pplx-', 'tvly-', 'tvly-dev-', 'r8_'),
)
row(
  'shape',
  'npm `npm_`, PyPI `pypi-`, SendGrid `SG.`, Shopify `shpat_`, DigitalOcean `dop_v1_`',
  ...shaped('npm_', 'pypi-AgEI', 'shpat_', 'shpss_', 'shpca_', 'shppa_', 'dop_v1_', 'doo_v1_'),
  bare(`SG.${drawn(22)}.${drawn(43)}`),
)
row(
  'shape',
  'JSON Web Tokens',
  bare(`eyJ${drawn(30)}.eyJ${drawn(30)}.${drawn(43)}`),
  bare(`eyJ${drawn(30)}.${drawn(30)}.`),
)
row(
  'shape',
  'private keys (PEM)',
  ...['', 'RSA ', 'EC ', 'OPENSSH '].map((kind) => {
    const secret = drawn(64)
    return { secret, text: `-----BEGIN ${kind}PRIVATE KEY-----\n${secret}\n-----END ${kind}PRIVATE KEY-----` }
  }),
)
row(
  'shape',
  '`Bearer` and `Basic` credentials',
  ...['Bearer ', 'bearer ', 'BEARER  '].map((scheme) => {
    const secret = drawn(20)
    return { secret, text: `authorized by ${scheme}${secret}` }
  }),
  ...['Basic ', 'basic '].map((scheme) => {
    const secret = base64(`ann:${drawn(12)}`)
    return { secret, text: `authorized by ${scheme}${secret}` }
  }),
)
row(
  'shape',
  'passwords in addresses',
  ...['https://ann:', 'postgres://ann:', 'redis://:', 'amqp://a%40b:'].map((start) => {
    const secret = drawn(12)
    return { secret, text: `at ${start}${secret}@db.example/x` }
  }),
)
row(
  'shape',
  'Discord webhooks',
  ...[''].map(() => {
    const secret = drawn(40)
    return { secret, text: `https://discord.com/api/webhooks/12/${secret}` }
  }),
)
row(
  'shape',
  'numbers of payment cards',
  bare('4111111111111111'),
  bare('4111 1111 1111 1111'),
  bare('5500-0000-0000-0004'),
  bare('378282246310005'),
  { secret: '4111 1111 1111 1111', text: '4111 1111 1111 1111 12/27 737' },
)
row(
  'shape',
  'the secret of AWS beside its id',
  ...[''].map(() => {
    const secret = drawn(40)
    return { secret, text: `AKIAIOSFODNN7EXAMPLE ${secret}` }
  }),
)

/** Variables of the environment, with names in the forms that hold secrets. */
const variables = {}
const ofVariable = (name, secret = drawn(16).toLowerCase().replace(/\d/g, 'q')) => {
  variables[name] = secret
  return bare(secret)
}
row(
  'environment',
  'KEY, TOKEN, SECRET',
  ...[
    'OPENAI_API_KEY',
    'SERVICE_APIKEY',
    'KEY_OF_MINE',
    'DEPLOY_TOKEN',
    'TOKEN',
    'CLIENT_SECRET',
    'SECRET_KEY_BASE',
  ].map((name) => ofVariable(name)),
)
row(
  'environment',
  'PASS, PASSWORD, PWD, PAT, DSN',
  ...['SMTP_PASS', 'DB_PASSWORD', 'PGPASSWORD', 'MYSQL_PWD', 'AZURE_PAT'].map((name) => ofVariable(name)),
  ofVariable('SENTRY_DSN', `https://${hex(32)}@o1.ingest.example/7`),
)
row(
  'environment',
  'CREDENTIAL, AUTH, PRIVATE, CONNECTION_STRING',
  ...['APP_CREDENTIALS', 'NPM_AUTH', 'PRIVATE_PART', 'DB_AUTH'].map((name) => ofVariable(name)),
  ofVariable('STORE_CONNECTION_STRING', `AccountName=a;Mine=${hex(20)}`),
)
row('environment', 'eight characters', ofVariable('SHORT_TOKEN', 'zq8wvk2m'))
row(
  'environment',
  'PUBLISHABLE, PUBLIC, KEY_ID, and values of seven characters: public',
  ofVariable('STRIPE_PUBLISHABLE_KEY'),
  ofVariable('NEXT_PUBLIC_KEY'),
  ofVariable('SIGNING_KEY_ID'),
  ofVariable('TINY_TOKEN', 'zq8wv2m'),
)
row(
  'environment',
  'a place, such as `./key.pem` or an address without credentials: public',
  ofVariable('CLIENT_KEY', './keys/prod.pem'),
  ofVariable('AUTH', 'https://auth.example/realm'),
)

const inField = (name) => {
  const secret = drawn(10)
  return { secret, text: JSON.stringify({ [name]: secret }) }
}
row(
  'name',
  'fields of JSON: `password`, `access_token`, `apiKey`, `pin`, …',
  ...['password', 'access_token', 'refreshToken', 'apiKey', 'client_secret', 'otp', 'cvv', 'session_id'].map(
    inField,
  ),
)
row(
  'name',
  '`name=value`, `name: value`, headers, XML',
  ...[
    (s) => `api_key=${s}&q=1`,
    (s) => `password: "${s} and more"`,
    (s) => `Cookie: a=1; sid=${s}`,
    (s) => `<o><token>${s}</token></o>`,
    (s) => `see https://a.example/x?X-Amz-Signature=${s}`,
  ].map((text) => {
    const secret = drawn(16)
    return { secret, text: text(secret) }
  }),
)
row('option', '`redact: /pattern/`', bare('planted-by-pattern'))
row('none', 'a password in a sentence', { secret: 'open sesame', text: 'the word is open sesame' })
row(
  'none',
  'a secret in Base64, in hex, backwards',
  ...[base64, (text) => Buffer.from(text).toString('hex'), (text) => [...text].reverse().join('')].map(
    (change) => bare(change(variables.OPENAI_API_KEY)),
  ),
)
row('none', 'the secret of AWS without its id', bare(drawn(40)))

const folder = mkdtempSync(join(tmpdir(), 'tracewright-secrets-'))
const env = { ...process.env, ...variables }
const option = ['--redact', '/planted-by-pattern/']

/** The texts as arguments of calls in the trace of a served run. */
async function served(texts) {
  const suite = join(folder, 'a.suite.jsonl')
  const out = join(folder, 'a.traces.jsonl')
  const line = readFileSync(join(root, 'test/integration/projects/basic/unsimulated.jsonl'), 'utf8')
    .split('\n')
    .find((one) => one.includes('L0_email'))
  writeFileSync(suite, line)
  const server = spawn(
    process.execPath,
    [cli, 'serve', '--http', '0', '--json', '--suite', suite, '--out', out, ...option],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [told] = await once(createInterface(server.stdout), 'line')
  const { url, token } = JSON.parse(told)
  const post = async (address, body) =>
    await (
      await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    ).json()
  const run = await post(`${url}/runs`, { task_id: 'L0_email' })
  const mail = run.tools.find(({ name }) => name === 'send_email').url
  for (const body of texts) await post(mail, { to: 'kim@example.com', subject: 'x', body })
  await post(`${run.url}/end`, {})
  server.kill('SIGTERM')
  await once(server, 'exit')
  return JSON.parse(readFileSync(out, 'utf8')).calls.map((call) => JSON.stringify(call))
}

/** The texts as results of a tool in a drafted suite and its recording. */
function drafted(texts) {
  const conversations = join(folder, 'b.jsonl')
  writeFileSync(
    conversations,
    texts
      .map((text, i) =>
        JSON.stringify({
          messages: [
            { role: 'user', content: `Look up entry ${i}.` },
            {
              role: 'assistant',
              content: null,
              tool_calls: [
                {
                  id: `c${i}`,
                  type: 'function',
                  function: { name: 'look_up', arguments: JSON.stringify({ entry: i }) },
                },
              ],
            },
            { role: 'tool', tool_call_id: `c${i}`, content: text },
            { role: 'assistant', content: 'Done.' },
          ],
        }),
      )
      .join('\n'),
  )
  const out = join(folder, 'b.suite.jsonl')
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'draft', conversations, '--out', out, '--reads', 'look_up', ...option],
    { env, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return readFileSync(out, 'utf8') + readFileSync(out.replace('.suite.jsonl', '.recording.json'), 'utf8')
}

const escaped = (secret) => JSON.stringify(secret).slice(1, -1)
const said = (masked, of) => (masked === of ? 'yes' : masked === 0 ? 'no' : `${masked} of ${of}`)

const planted = rows.flatMap((one) => one.planted)
const traces = await served(planted.map(({ text }) => text))
const files = drafted(planted.map(({ text }) => text))
rmSync(folder, { recursive: true })
const isMasked = ({ secret }, written) =>
  !written.includes(escaped(secret)) && !written.includes(escaped(escaped(secret)))
const table = [
  '| known by | secret | planted | masked in traces | masked in recordings |',
  '| --- | --- | --: | --- | --- |',
  ...rows.map(({ by, what, planted: own }) => {
    const inTraces = own.filter((one) => isMasked(one, traces[planted.indexOf(one)])).length
    const inFiles = own.filter((one) => isMasked(one, files)).length
    return `| ${by} | ${what} | ${own.length} | ${said(inTraces, own.length)} | ${said(inFiles, own.length)} |`
  }),
].join('\n')
process.stdout.write(`${planted.length} secrets\n${table}\n`)

const text = readFileSync(page, 'utf8')
const start = text.indexOf(marks[0]) + marks[0].length
const end = text.indexOf(marks[1], start)
/** Cells are padded by whoever formats the page. */
const plain = (lines) =>
  lines
    .trim()
    .replace(/ *\| */g, '|')
    .replace(/[-:]{2,}/g, '-')
if (process.argv.includes('--update'))
  writeFileSync(page, `${text.slice(0, start)}\n\n${table}\n\n${text.slice(end)}`)
else if (plain(text.slice(start, end)) !== plain(table)) {
  process.stderr.write('docs/tried.md has another table. Write it by --update, and look at what changed.\n')
  process.exitCode = 1
}
