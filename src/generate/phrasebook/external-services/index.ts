import type { Phrases } from '../phrases.ts'
import { addDuration } from './add-duration.ts'
import { businessDaysBetween } from './business-days-between.ts'
import { formatDate } from './format-date.ts'
import { getDirections } from './get-directions.ts'
import { getExchangeRate } from './get-exchange-rate.ts'
import { getLocationInfo } from './get-location-info.ts'
import { getStockPrice } from './get-stock-price.ts'
import { getWeather } from './get-weather.ts'
import { getWeekday } from './get-weekday.ts'
import { isBusinessDay } from './is-business-day.ts'
import { nextOccurrence } from './next-occurrence.ts'
import { parseDate } from './parse-date.ts'
import { searchProducts } from './search-products.ts'
import { timeSince } from './time-since.ts'
import { translateText } from './translate-text.ts'

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
