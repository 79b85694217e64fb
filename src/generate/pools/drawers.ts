import type { Json } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import { drawAmount, drawDateTime, drawPrice } from '../draws.ts'
import { drawQuestion } from './chain-facts.ts'
import { drawForeign } from './chain-foreign.ts'
import { drawHeadlines } from './chain-headlines.ts'
import { drawNewPath as drawDatedPath } from './chain-paths.ts'
import { drawReading, drawReadings } from './chain-readings.ts'
import { drawRemark } from './chain-remarks.ts'
import { drawSearch as drawCitySearch } from './chain-searches.ts'
import { drawContactNotes } from './dag-contact-notes.ts'
import { drawEventType } from './dag-event-types.ts'
import { drawForeignSentences } from './dag-foreign-texts.ts'
import { drawNotice } from './dag-notices.ts'
import { drawNumberText } from './dag-number-texts.ts'
import { drawNewPath as drawNumberedPath } from './dag-paths.ts'
import { drawOpinionQuery } from './dag-reviews.ts'
import { drawSearch as drawSettingSearch } from './dag-searches.ts'
import { drawPrivateNote, drawProgrammeNote } from './notes.ts'

/** What functions make up for patterns, by name. */
export const DRAWERS: Readonly<Record<string, (rng: Rng) => Json>> = {
  amount: drawAmount,
  citySearch: drawCitySearch,
  contactNotes: drawContactNotes,
  dateTime: drawDateTime,
  datedPath: drawDatedPath,
  eventType: drawEventType,
  foreign: drawForeign,
  foreignSentences: drawForeignSentences,
  headlines: drawHeadlines,
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
  settingSearch: drawSettingSearch,
}
