/** First setup file of every worker: announces the matchers to `expect`, and what is masked in what is written. */
import { expect } from 'vitest'
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import { announceMatchers } from '../../matchers/announce.ts'
import { addRedaction } from '../shared/redact/active.ts'
import { isSuiteId } from './suite-id.ts'

announceMatchers()
addRedaction(readRuntimeSettings().redact)
/**
 * Loads what the module of a suite imports, while the main process writes that module, which reports what does not load.
 * Whoever asks for tools waits for its end: Node refuses to `require` a module that is still being imported.
 */
if (isSuiteId(expect.getState().testPath ?? '')) await import('./run-case.ts').catch(() => {})
