/** First setup file of every worker: announces the matchers to `expect`, and what is masked in what is written. */
import { expect } from 'vitest'
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import { announceMatchers } from '../../matchers/announce.ts'
import { addRedaction } from '../shared/redact/active.ts'
import { isSuiteId } from './suite-id.ts'

/**
 * Loads what the module of a suite imports, in the same order, while the main process writes that module. Whoever asks for
 * tools waits for its end: Node refuses to `require` a module that is still being imported.
 */
async function preloadRuntime(): Promise<void> {
  await import('../../matchers/index.ts')
  await import('./run-case.ts')
}

announceMatchers()
addRedaction(readRuntimeSettings().redact)
// The module of a suite reports what does not load.
if (isSuiteId(expect.getState().testPath ?? '')) await preloadRuntime().catch(() => {})
