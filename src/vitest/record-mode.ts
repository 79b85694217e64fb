import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { declareLazily } from '../schema/lazily.ts'
import { TracewrightError } from '../shared/errors.ts'

/** Environment variable by which `tracewright record` tells the plugin what to record. */
const RECORD_VARIABLE = 'TRACEWRIGHT_RECORD'

const requestSchema = declareLazily((z) =>
  z.strictObject({
    /** Process id of the command, which starts Vitest itself: the variable alone must not put recording in place of tests. */
    by: z.literal(process.ppid),
    /** Suite to write, an absolute path. */
    suite: z.string(),
    /** Where to leave what became of it. */
    report: z.string(),
    prompts: z.array(z.string()).optional(),
    /** Names of fields, and patterns as `/pattern/flags`. */
    redact: z.array(z.string()).default([]),
    seed: z.int().min(0).optional(),
  }),
)
export type RecordRequest = z.infer<ReturnType<typeof requestSchema>>

/** What is to be recorded in place of running suites; undefined in other runs. */
export function recordRequest(): RecordRequest | undefined {
  const text = process.env[RECORD_VARIABLE]
  if (text === undefined || text === '') return undefined
  try {
    return requestSchema().parse(JSON.parse(text))
  } catch {
    throw new TracewrightError(
      `Failed to record: ${RECORD_VARIABLE} was not set by the \`tracewright record\` that runs. Unset it.`,
    )
  }
}

const MINUTES = 60_000
/** Time for all prompts: each of them has a limit of its own. */
const RECORDING_MS = 24 * 60 * MINUTES

export function writeRecordModule(
  outputDir: string,
  { agent, runtime, request }: { agent: string; runtime: string; request: RecordRequest },
): string {
  // No name that a run of the tests would take for one of them.
  const file = join(outputDir, 'record.mjs')
  mkdirSync(outputDir, { recursive: true })
  writeFileSync(
    file,
    [
      `import { test } from 'vitest'`,
      `import { recordSuite } from ${JSON.stringify(runtime)}`,
      `import * as agentModule from ${JSON.stringify(agent)}`,
      `test('record', { timeout: ${RECORDING_MS} }, async ({ expect }) => {`,
      // For `test.expect.requireAssertions`.
      `  expect(await recordSuite(agentModule, ${JSON.stringify({ agent, request, module: file })}, (id) => import(/* @vite-ignore */ id))).toBeUndefined()`,
      `})`,
      '',
    ].join('\n'),
  )
  return file
}
