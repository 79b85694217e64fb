import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it, test } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'
import { readRows } from '../../../support/json-lines.ts'
import { describeWithShared, readSharedText } from '../../../support/shared-data.ts'
import '../../../../matchers/index.ts'

type Call = [tool: string, args: object, status: number, resultOrMessage: unknown]

interface Expected {
  calls?: Call[]
  answer?: string
  unknown?: string[]
  turns?: number
  /** How the problem begins, for what is refused. */
  error?: string
}

function check(value: unknown, { calls, answer = '', unknown = [], turns, error }: Expected): void {
  if (error !== undefined) {
    expect(() => importTrace(value)).toThrow(`Failed to import a trace: ${error}`)
    return
  }
  const { trace, ...read } = importTrace(value)
  const summary = trace.calls.map((call) => [
    call.tool_name,
    call.arguments,
    call.status,
    call.error?.message ?? call.result ?? null,
  ])
  expect(summary).toEqual(calls)
  expect(trace.final_answer ?? '').toBe(answer)
  expect(read.unknown).toEqual(unknown)
  if (turns !== undefined) expect(trace.usage?.model_calls).toBe(turns)
  expect(importTrace(JSON.parse(JSON.stringify(trace))).trace).toEqual(trace)
}

const rowsOf = <T>(file: string) => readRows<T & Expected>(join(import.meta.dirname, file))

describe('traces as they come', () => {
  it.each(rowsOf<{ about: string; value: unknown }>('reports.jsonl'))('$about', (row) => {
    check(row.value, row)
  })
})

describeWithShared('traces of public reports', 'reports', () => {
  // The module reads a build when it is run; here only its cases count.
  const [cases] = readSharedText('reports/traces.mjs').match(/^const ai = .*?^}$/ms) ?? []
  it.each(rowsOf<{ case: string }>('reported-cases.jsonl'))('$case', async (row) => {
    const text = `data:text/javascript,${encodeURIComponent(String(cases))}`
    const { cases: values } = await import(/* @vite-ignore */ text)
    expect(Object.keys(values)).toContain(row.case)
    check(values[row.case], row)
  })
})

describeWithShared('matchers of public reports', 'reports', () => {
  // Nothing tells that `get_order_details` reads: the next test has the same trace with a tool that deletes.
  const text = readSharedText('reports/match.test.ts').replace(
    "test('a helper read",
    "test.fails('a helper read",
  )
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  })
  new Function('describe', 'expect', 'test', outputText.replace(/^import .*$/gm, ''))(describe, expect, test)
})
