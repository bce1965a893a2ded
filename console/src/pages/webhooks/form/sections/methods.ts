/** Methods that receivers ask for; any other can be typed. */
export const METHODS = ['POST', 'PUT', 'PATCH', 'GET']
