import type { Simulator } from '../define-simulator.ts'
import { addDuration } from './add-duration/simulator.ts'
import { businessDaysBetween } from './business-days-between/simulator.ts'
import { formatDate } from './format-date/simulator.ts'
import { getDirections } from './get-directions/simulator.ts'
import { getExchangeRate } from './get-exchange-rate/simulator.ts'
import { getLocationInfo } from './get-location-info/simulator.ts'
import { getStockPrice } from './get-stock-price/simulator.ts'
import { getWeather } from './get-weather/simulator.ts'
import { getWeekday } from './get-weekday/simulator.ts'
import { isBusinessDay } from './is-business-day/simulator.ts'
import { nextOccurrence } from './next-occurrence/simulator.ts'
import { parseDate } from './parse-date/simulator.ts'
import { searchProducts } from './search-products/simulator.ts'
import { timeSince } from './time-since/simulator.ts'
import { translateText } from './translate-text/simulator.ts'

export const externalServices: Simulator[] = [
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
