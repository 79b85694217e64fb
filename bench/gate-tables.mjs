export const writeTables = () => {}
