import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawAmount, drawDateTime, drawPrice } from '../draws.ts'
import { drawDateSpan } from './date-spans.ts'
import { drawDatedPath } from './dated-paths.ts'
import { drawQuestion } from './facts.ts'
import { drawForeign } from './foreign-sentences.ts'
import { drawForeignSentences } from './foreign-texts.ts'
import { drawHeadlines } from './headlines.ts'
import { drawContactNotes, drawPrivateNote, drawProgrammeNote } from './notes.ts'
import { drawNotice } from './notices.ts'
import { drawNumberText } from './number-texts.ts'
import { drawNumberedPath } from './numbered-paths.ts'
import { drawReading, drawReadings } from './readings.ts'
import { drawRemark } from './remarks.ts'
import { drawOpinionQuery, drawReviews } from './reviews.ts'
import { drawSearch as drawCitySearch } from './searches.ts'
import { drawSettingSearch } from './setting-searches.ts'

/** What functions make up for patterns, by name. */
export const DRAWERS: Readonly<Record<string, (rng: Rng) => Json>> = {
  amount: drawAmount,
  citySearch: drawCitySearch,
  contactNotes: drawContactNotes,
  dateTime: drawDateTime,
  datedPath: drawDatedPath,
  foreign: drawForeign,
  foreignSentences: drawForeignSentences,
  headlines: drawHeadlines,
  longSpan: (rng) => drawDateSpan(rng, 300, 540),
  middleSpan: (rng) => drawDateSpan(rng, 100, 180),
  notice: drawNotice,
  numberText: drawNumberText,
  numberedPath: drawNumberedPath,
  opinionQuery: drawOpinionQuery,
  price: drawPrice,
  privateNote: drawPrivateNote,
  programmeNote: drawProgrammeNote,
  question: drawQuestion,
  reading: drawReading,
  readings: drawReadings,
  remark: drawRemark,
  reviews: drawReviews,
  settingSearch: drawSettingSearch,
  shortSpan: (rng) => drawDateSpan(rng, 35, 60),
}
