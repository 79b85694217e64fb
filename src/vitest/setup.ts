/** First setup file of every worker: puts the matchers onto `expect`. */
import { expect } from 'vitest'
import { matchers } from '../../matchers/index.ts'

expect.extend(matchers)
