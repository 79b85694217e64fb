import type { Simulator } from '../define-simulator.ts'
import { getWeather } from './get-weather.ts'

export const externalServices: Simulator[] = [getWeather]
