export const notYet = (): Promise<never> => Promise.reject(new Error('not yet'))
