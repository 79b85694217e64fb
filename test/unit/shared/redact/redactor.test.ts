import { describe, expect, it } from 'vitest'
import { Redactor } from '../../../../src/shared/redact/redactor.ts'

const masked = (text: string): string => new Redactor().text(text)

/** Made here, so that no text of the file has the shape of a key. */
const drawn = (length: number): string => 'aB3dE5gH7jK9'.repeat(length).slice(0, length)

const PREFIXES = (
  'sk- sk-ant-api03- pk_live_ rk_test_ ghp_ github_pat_ glpat- AIzaSy xoxb-1- xapp-1- ya29. ' +
  'ya29.a0 ya29.c. lsv2_pt_ lsv2_sk_ hf_ gsk_ npm_ tvly- tvly-dev- pypi-AgEI shpat_ shpss_ ' +
  'r8_ pplx- dop_v1_ whsec_'
).split(' ')

describe('keys that are known by their shape', () => {
  it.each(PREFIXES)('%s', (prefix) => {
    const key = prefix + drawn(36)
    for (const text of [key, `It is ${key}, see.`, `"${key}"`, `(${key})`])
      expect(new Redactor([], [], { byName: false }).text(text)).toBe(text.replace(key, '<redacted>'))
  })

  it.each([[`SG.${drawn(22)}.${drawn(43)}`], [`eyJ${drawn(20)}.${drawn(20)}.${drawn(20)}`]])('%s', (key) => {
    expect(masked(`It is ${key}, see.`)).toBe('It is <redacted>, see.')
  })

  it.each([
    'npm_config_registry, hf_model, SG.x.y, pypi-publish-action, risk-assessments, sk-learn-pipeline-of-mine, eyJust.a word',
    'basic knowledge and Basic principles, bearer',
  ])('not %s', (text) => {
    expect(masked(text)).toBe(text)
  })
})

describe('what is masked in texts', () => {
  it.each([
    ['<o><id>x_1</id><apiKey>PLANTED</apiKey></o>', '<o><id>x_1</id><apiKey><redacted></apiKey></o>'],
    ['<a:token kind="b"><![CDATA[PLANTED]]></a:token>', '<a:token kind="b"><![CDATA[<redacted>]]></a:token>'],
    ['id=7,api_key=PLANTED,next=2', 'id=7,api_key=<redacted>,next=2'],
    ['id: 7\npassword: PLANTED\n', 'id: 7\npassword: <redacted>\n'],
    ['<login apiKey="PLANTED" user="ann"/>', '<login apiKey="<redacted>" user="ann"/>'],
    [
      '{"otp":"123456","pin":1234,"cvv":"999","pinned":3}',
      '{"otp":"<redacted>","pin":"<redacted>","cvv":"<redacted>","pinned":3}',
    ],
    ['see https://a.example/x?api_key=PLANTED&q=1', 'see https://a.example/x?api_key=<redacted>&q=1'],
    [
      '{"url":"https://b.example/k?X-Amz-Signature=PLANTED"}',
      '{"url":"https://b.example/k?X-Amz-Signature=<redacted>"}',
    ],
    ['{"pass":"PLANTED","pwd":"PLANTED"}', '{"pass":"<redacted>","pwd":"<redacted>"}'],
    ['{"smtp_pass":"PLANTED","dbPass":"PLANTED"}', '{"smtp_pass":"<redacted>","dbPass":"<redacted>"}'],
    ['to https://hooks.slack.com/services/T0/B0/PLANTED', 'to https://hooks.slack.com/services/<redacted>'],
    ['https://discord.com/api/webhooks/12/PLANTED', 'https://discord.com/api/webhooks/<redacted>'],
    ['Pay with 4111 1111 1111 1111, please', 'Pay with <redacted>, please'],
    ['4111 1111 1111 1111 12/27', '<redacted> 12/27'],
    ['run --api-key PLANTED --token -v -p 1', 'run --api-key <redacted> --token -v -p 1'],
    ['password="PLANTED in words"; x=1', 'password="<redacted>"; x=1'],
    ['He said {\\"password\\": \\"PLANTED in words\\"}', 'He said {\\"password\\": \\"<redacted>\\"}'],
    ['Cookie: a=PLANTED; b=PLANTED\nx: 1', 'Cookie: <redacted>\nx: 1'],
    ['Authorization: Token PLANTED PLANTED\nx: 1', 'Authorization: <redacted>\nx: 1'],
    ['redis://:PLANTED@db/0 and amqp://a:PL@NTED@mq', 'redis://<redacted>@db/0 and amqp://<redacted>@mq'],
    [`Basic ${Buffer.from('ann:PLANTED').toString('base64')}`, 'Basic <redacted>'],
    [
      '{"number":4111111111111111,"order":4111111111111112}',
      '{"number":"<redacted>","order":4111111111111112}',
    ],
    [
      '{"id":"AKIAIOSFODNN7EXAMPLE","other":"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}',
      '{"id":"<redacted>","other":"<redacted>"}',
    ],
  ])('%s', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it.each([
    'The meeting is at 10:30, see https://a.example/x?page_token=abc',
    'sha wJalrXUtnFEMI0K7MDENG0bPxRfiCYEXAMPLEKEY',
    'order 1234567890123456',
    '{"pass":true,"boarding_pass":"B12"}',
  ])('not %s', (text) => {
    expect(masked(text)).toBe(text)
  })
})

it('secrets are masked as they stand in JSON, and in JSON that is a text', () => {
  const secret = 'tri"cky\\back\nline99'
  const redactor = new Redactor([], [secret], { byName: false })
  for (const text of [
    secret,
    JSON.stringify({ v: secret }),
    `Config: ${JSON.stringify({ v: secret })}`,
    `Said: ${JSON.stringify({ text: `Config: ${JSON.stringify({ v: secret })}` })}`,
  ])
    expect(redactor.text(text)).not.toMatch(/tri|cky|back|line99/)
})
