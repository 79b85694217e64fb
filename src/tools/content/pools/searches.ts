import type { Rng } from '../../../shared/rng.ts'
import { fillText } from '../fill.ts'
import citySearches from '../words/city-searches.json' with { type: 'json' }
import enquiries from '../words/enquiries.json' with { type: 'json' }
import facts from '../words/facts.json' with { type: 'json' }
import pictureParts from '../words/picture-parts.json' with { type: 'json' }
import settingSearches from '../words/setting-searches.json' with { type: 'json' }
import shopGoods from '../words/shop-goods.json' with { type: 'json' }
import { WORLD_CITIES } from './lists.ts'

/** Words to search the web for, which no other request is likely to use: `cargo bikes in Bergen`. */
export const drawSearch = (rng: Rng): string =>
  `${rng.pick(citySearches.topics)} ${rng.pick(['in', 'near', 'around'])} ${rng.pick(WORLD_CITIES)}`

/** Words to search the web for; some 500 different ones. */
export const drawSettingSearch = (rng: Rng): string =>
  `${rng.pick(settingSearches.things)} ${rng.pick(settingSearches.settings)}`

/** Words to search a shop for, such as `sturdy travel kettle`. */
export const drawShopQuery = (rng: Rng): string =>
  `${rng.pick(shopGoods.traits)} ${rng.pick(shopGoods.goods)}`

/** A question that a reference work has no settled entry for, and the field of knowledge it belongs to. */
export function drawEnquiry(rng: Rng): { query: string; domain: string } {
  const { domain, on, ask } = rng.pick(enquiries.questions)
  const subject = rng.pick(on === 'cities' ? WORLD_CITIES : enquiries.devices)
  return { query: fillText(ask, { subject }), domain }
}

/** A question that the knowledge base has an entry for, and the domain of that. */
export function drawQuestion(rng: Rng): { domain: string; query: string } {
  const { domain, subject } = rng.pick(facts.subjects)
  return { domain, query: fillText(rng.pick(facts.forms), { subject, number: rng.int(2, 99) }) }
}

/** What a picture is to show, such as `a red tram in a narrow street at dusk`; 1,920 of them. */
export const drawScene = (rng: Rng): string =>
  `${rng.pick(pictureParts.subjects)} ${rng.pick(pictureParts.scenes)} ${rng.pick(pictureParts.lights)}`
