import { addDuration } from '../../../simulators/external-services/add-duration/phrases.ts'
import { businessDaysBetween } from '../../../simulators/external-services/business-days-between/phrases.ts'
import { formatDate } from '../../../simulators/external-services/format-date/phrases.ts'
import { getDirections } from '../../../simulators/external-services/get-directions/phrases.ts'
import { getExchangeRate } from '../../../simulators/external-services/get-exchange-rate/phrases.ts'
import { getLocationInfo } from '../../../simulators/external-services/get-location-info/phrases.ts'
import { getStockPrice } from '../../../simulators/external-services/get-stock-price/phrases.ts'
import { getWeather } from '../../../simulators/external-services/get-weather/phrases.ts'
import { getWeekday } from '../../../simulators/external-services/get-weekday/phrases.ts'
import { isBusinessDay } from '../../../simulators/external-services/is-business-day/phrases.ts'
import { nextOccurrence } from '../../../simulators/external-services/next-occurrence/phrases.ts'
import { parseDate } from '../../../simulators/external-services/parse-date/phrases.ts'
import { searchProducts } from '../../../simulators/external-services/search-products/phrases.ts'
import { timeSince } from '../../../simulators/external-services/time-since/phrases.ts'
import { translateText } from '../../../simulators/external-services/translate-text/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const externalServices: readonly Phrases[] = [
  addDuration,
  businessDaysBetween,
  formatDate,
  getDirections,
  getExchangeRate,
  getLocationInfo,
  getStockPrice,
  getWeather,
  getWeekday,
  isBusinessDay,
  nextOccurrence,
  parseDate,
  searchProducts,
  timeSince,
  translateText,
]
