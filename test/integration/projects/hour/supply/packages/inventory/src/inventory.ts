import { randomUUID } from 'node:crypto'

export interface Offer {
  offer_id: string
  price: number
  posted: string
}
interface Order {
  order_id: string
  offer_id: string
  warehouse_id: string
  quantity: number
  total: number
}

const CITIES = ['Basel', 'Bern', 'Chur']

/** What a company has of its parts, where it has them, and what it has ordered. */
export class Inventory {
  readonly warehouses = new Map<string, { city: string; stock: Record<string, number> }>()
  readonly offers = new Map<string, Offer[]>()
  readonly orders: Order[] = []
  readonly notes: { warehouse_id: string; text: string; at: Date }[] = []

  /** Fills an inventory for development. */
  static demo(seed = 1): Inventory {
    const inventory = new Inventory()
    let state = seed * 7919 + 17
    const draw = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (const city of CITIES)
      inventory.warehouses.set(`wh-${randomUUID()}`, {
        city,
        stock: { 'P-7': draw(60), 'P-9': draw(60) },
      })
    for (const part of ['P-7', 'P-9'])
      inventory.offers.set(
        part,
        Array.from({ length: 4 }, (_, i) => ({
          offer_id: `of-${randomUUID()}`,
          price: 100 + draw(9000) / 100,
          posted: `2026-0${i + 1}-${10 + draw(18)}`,
        })),
      )
    return inventory
  }

  warehouse(id: string) {
    const found = this.warehouses.get(id)
    if (found === undefined) throw new Error(`no warehouse ${id}`)
    return found
  }

  order(offer_id: string, warehouse_id: string, quantity: number): Order {
    this.warehouse(warehouse_id)
    const offer = [...this.offers.values()].flat().find((one) => one.offer_id === offer_id)
    if (offer === undefined) throw new Error(`no offer ${offer_id}`)
    const order = {
      order_id: `po-${this.orders.length + 1}`,
      offer_id,
      warehouse_id,
      quantity,
      total: Math.round(offer.price * quantity * 100) / 100,
    }
    this.orders.push(order)
    return order
  }
}
