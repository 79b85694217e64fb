import { Inventory } from '@supply/inventory'
import { fromLangChain } from 'tracewright/langchain'
import { createBuyer } from '../src/buyer.ts'

let inventory = Inventory.demo()
export const reset = ({ seed }: { seed: number }) => {
  inventory = Inventory.demo(seed)
}
export const state = () => ({ orders: inventory.orders, notes: inventory.notes })
export const worlds = 8

export default fromLangChain({ name: 'buyer' }, () => createBuyer(inventory))
