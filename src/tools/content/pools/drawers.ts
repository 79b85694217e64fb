import { type ContentDrawer, drawDate, drawDateTime } from '../draws.ts'
import * as calls from './calls.ts'
import * as numbers from './numbers.ts'
import * as opinions from './opinions.ts'
import * as people from './people.ts'
import * as records from './records.ts'
import * as texts from './texts.ts'

/** What functions make up, by name; what a template can say is in `drawers.json`. */
export const DRAWERS: Readonly<Record<string, ContentDrawer>> = {
  address: calls.drawAddress,
  bands: opinions.drawBands,
  code: calls.drawCode,
  codeText: texts.drawCodeText,
  conversion: calls.drawConversion,
  datasets: calls.drawDatasets,
  dateSpan: (rng, _, [least = 0, most = least]) => numbers.drawDateSpan(rng, least, most),
  dateTime: drawDateTime,
  dayFirst: (rng) => drawDate(rng, 2030, 2034).split('-').reverse().join('/'),
  delimited: calls.drawDelimited,
  duration: calls.drawDuration,
  filter: calls.drawFilter,
  invitees: (rng, _, [least = 1, most = least]) => people.drawInvitees(rng, rng.int(least, most)),
  isoDateTime: (rng) => drawDateTime(rng).replace(' ', 'T'),
  linkedContent: texts.drawLinkedContent,
  names: (rng, _, [count = 1]) => people.drawNames(rng, count),
  notice: texts.drawNotice,
  number: (rng, _, [least = 0, most = least, decimals = 2]) => numbers.drawNumber(rng, least, most, decimals),
  numberFormat: calls.drawNumberFormat,
  numberPhrase: numbers.drawNumberPhrase,
  numbers: (rng, _, [least, most]) => numbers.drawNumbers(rng, least, most),
  opinion: opinions.drawOpinion,
  opinionQuery: opinions.drawOpinionQuery,
  pairedSeries: numbers.drawPairedSeries,
  person: people.drawPerson,
  query: calls.drawQuery,
  reading: numbers.drawReading,
  readings: numbers.drawReadings,
  reportData: calls.drawReportData,
  reviews: opinions.drawReviews,
  share: calls.drawShare,
  siteRecords: (rng) => ({ ...records.drawSiteRecords(rng) }),
  story: texts.drawStory,
  topicNote: texts.drawTopicNote,
  translation: calls.drawTranslation,
  twinNotes: texts.drawTwinNotes,
  units: calls.drawUnits,
}
