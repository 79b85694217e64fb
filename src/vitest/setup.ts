/** First setup file of every worker: announces the matchers to `expect`, and what is masked in what is written. */
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import { announceMatchers } from '../../matchers/announce.ts'
import { addRedaction } from '../shared/redact/active.ts'

announceMatchers()
addRedaction(readRuntimeSettings().redact)
