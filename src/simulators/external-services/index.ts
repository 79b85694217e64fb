import type { Simulator } from '../define-simulator.ts'
import { businessDaysBetween } from './business-days-between.ts'
import { formatDate } from './format-date.ts'
import { getExchangeRate } from './get-exchange-rate.ts'
import { getStockPrice } from './get-stock-price.ts'
import { getWeather } from './get-weather.ts'
import { getWeekday } from './get-weekday.ts'
import { isBusinessDay } from './is-business-day.ts'
import { parseDate } from './parse-date.ts'
import { translateText } from './translate-text.ts'

export const externalServices: Simulator[] = [
  businessDaysBetween,
  formatDate,
  getExchangeRate,
  getStockPrice,
  getWeather,
  getWeekday,
  isBusinessDay,
  parseDate,
  translateText,
]
