/** First setup file of every worker: puts the matchers onto `expect`, and says what is masked in what is written. */
import { expect } from 'vitest'
import { runtimeSettings } from '../../fixtures/settings.ts'
import { matchers } from '../../matchers/index.ts'
import { alsoRedact } from '../shared/redact/active.ts'

expect.extend(matchers)
alsoRedact(runtimeSettings().redact)
