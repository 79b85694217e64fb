import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawAmount, drawDateTime, drawPrice } from '../draws.ts'
import { drawDatedPath, drawNumberedPath } from './addresses.ts'
import { drawDateSpan, drawNumberText, drawReading, drawReadings } from './numbers.ts'
import { drawOpinionQuery, drawReviews } from './opinions.ts'
import { drawSearch as drawCitySearch, drawQuestion, drawSettingSearch } from './searches.ts'
import {
  drawContactNotes,
  drawForeign,
  drawForeignSentences,
  drawHeadlines,
  drawNotice,
  drawPrivateNote,
  drawProgrammeNote,
  drawRemark,
} from './texts.ts'

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
