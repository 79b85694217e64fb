import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AIMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FileCache } from '../../../src/models/file-cache.ts'
import { openJsonl, readJsonl } from '../../../src/shared/jsonl-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-jsonl-'))
let files = 0
function holding(text: string): string {
  const file = join(dir, `${files++}.jsonl`)
  writeFileSync(file, text)
  return file
}
const schema = z.strictObject({ n: z.string() })

describe('openJsonl', () => {
  it('reads what it wrote, whatever byte the writer was killed at', () => {
    const whole = '{"n":"ä"}\n{"n":"b\\n"}\n{"n":"ö"}\n'
    const bytes = Buffer.from(whole)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const file = holding('')
      writeFileSync(file, bytes.subarray(0, cut))
      const { lines, append } = openJsonl(file, schema)
      const before = lines.length
      append({ n: 'next' })
      const after = readJsonl(file, schema)
      expect(after.slice(0, before)).toEqual(['ä', 'b\n', 'ö'].slice(0, before).map((n) => ({ n })))
      expect(after.slice(before)).toEqual([{ n: 'next' }])
      // Only the line that was being written may be lost.
      expect(before).toBeGreaterThanOrEqual(bytes.subarray(0, cut).filter((byte) => byte === 10).length)
    }
  })

  it('refuses a broken line in the middle, and lines of another shape, by number', () => {
    expect(() => openJsonl(holding('{"n":"a"}\n{"n"\n{"n":"b"}\n'), schema)).toThrow(':2: not JSON')
    expect(() => openJsonl(holding('{"n":"a"}\n{"m":"b"}\n'), schema)).toThrow(':2: ')
  })

  it('replaces all lines at once', () => {
    const file = holding('{"n":"a"}\n')
    const opened = openJsonl(file, schema)
    opened.rewrite([{ n: 'c' }, { n: 'd' }])
    expect(readFileSync(file, 'utf8')).toBe('{"n":"c"}\n{"n":"d"}\n')
    expect(opened.lines).toEqual([{ n: 'c' }, { n: 'd' }])
  })
})

it('readJsonl refuses what is missing, empty or cut off', () => {
  expect(() => readJsonl(join(dir, 'none'), schema)).toThrow('Check the path')
  expect(() => readJsonl(holding('\n'), schema)).toThrow('it is empty')
  expect(() => readJsonl(holding('{"n":"a"}\n{"n":'), schema)).toThrow('cut off')
})

describe('FileCache', () => {
  it('gives a message back as it was, as often as asked and after a restart', async () => {
    const file = holding('')
    const message = new AIMessage({
      content: 'x',
      tool_calls: [{ name: 'f', args: { a: [1] }, id: '1', type: 'tool_call' }],
      response_metadata: { finish_reason: 'stop' },
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } as never,
    })
    const generation = { text: 'x', message }
    await new FileCache(file).update('prompt', 'model', [generation])
    const cache = new FileCache(file)
    for (let i = 0; i < 2; i++) {
      const [found] = (await cache.lookup('prompt', 'model')) ?? []
      expect(found).toMatchObject({ text: 'x' })
      const back = found !== undefined && 'message' in found ? found.message : undefined
      expect(back).toBeInstanceOf(AIMessage)
      expect(back).toMatchObject({
        tool_calls: [{ name: 'f', args: { a: [1] } }],
        response_metadata: { finish_reason: 'stop' },
        usage_metadata: { total_tokens: 3 },
      })
      // LangChain writes into what it is given.
      if (found !== undefined) found.text = 'spoilt'
    }
    expect(await cache.lookup('prompt', 'other')).toBeNull()
    expect(await cache.lookup('other', 'model')).toBeNull()
  })

  it('lets the later of two answers count, and keeps concurrent ones whole', async () => {
    const file = holding('')
    const cache = new FileCache(file)
    await cache.update('p', 'm', [{ text: 'old' }])
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => cache.update(`p${i % 25}`, 'm', [{ text: 'y'.repeat(9000 + i) }])),
    )
    await cache.update('p', 'm', [{ text: 'new' }])
    const again = new FileCache(file)
    expect(await again.lookup('p', 'm')).toEqual([{ text: 'new' }])
    for (let i = 0; i < 25; i++)
      expect((await again.lookup(`p${i}`, 'm'))?.[0]?.text).toHaveLength(9000 + 25 + i)
  })

  it('refuses a file of something else', () => {
    expect(() => new FileCache(holding('{"task_id":"x"}\n'))).toThrow(':1: ')
  })
})
