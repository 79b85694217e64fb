import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../schema/run.ts'
import { RUN_FILE } from '../schema/run-basics.ts'
import { writeWhole } from '../shared/whole-file.ts'
import { RESUME } from './journal/append.ts'

export const buildTracesFileName = (runId: string): string => `traces-${runId}.jsonl`

function listLastTraceFiles(dir: string): string[] {
  const file = join(dir, RUN_FILE)
  if (!existsSync(file)) return []
  try {
    const { traces }: { traces: unknown[] } = JSON.parse(readFileSync(file, 'utf8'))
    return traces.filter((name): name is string => /^traces-[\w-]+\.jsonl$/.test(String(name)))
  } catch {
    return []
  }
}

/** Deletes the document that a folder holds, with its traces. */
export function dropRun(dir: string): void {
  const traces = listLastTraceFiles(dir)
  rmSync(join(dir, RUN_FILE), { force: true })
  for (const name of traces) rmSync(join(dir, name), { force: true })
}

/**
 * Writes traces and document of a run, each whole or not at all, in place of those of the run before.
 *
 * @param traces A JSON document each
 * @throws TracewrightError where the disk does not take them
 */
export function writeRun(dir: string, run: Run, traces: Iterable<string>): void {
  const before = listLastTraceFiles(dir)
  for (const name of run.traces) writeWhole(join(dir, name), joinLines(traces), { retry: RESUME })
  writeWhole(join(dir, RUN_FILE), [`${JSON.stringify(run, null, 2)}\n`], { retry: RESUME })
  for (const name of before) if (!run.traces.includes(name)) rmSync(join(dir, name), { force: true })
}

function* joinLines(documents: Iterable<string>): Generator<string> {
  for (const document of documents) yield `${document}\n`
}
