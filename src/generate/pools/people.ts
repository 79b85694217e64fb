export type Person = { name: string; email: string; phone: string }

const person = (name: string, email: string, phone: string): Person => ({ name, email, phone })

/** People to write to. */
export const PEOPLE: readonly Person[] = [
  person('Ingrid Solberg', 'ingrid.solberg@example.com', '+47 401 55 018'),
  person('Mateus Rocha', 'mateus.rocha@example.org', '+351 912 555 027'),
  person('Aiko Tanabe', 'aiko.tanabe@example.net', '+81 90 5550 0133'),
  person('Femi Adeyemi', 'femi.adeyemi@example.com', '+234 802 555 0148'),
  person('Clara Brandt', 'c.brandt@example.org', '+49 171 555 0156'),
  person('Rohan Iyer', 'rohan.iyer@example.net', '+91 98450 55016'),
  person('Elif Kaya', 'elif.kaya@example.com', '+90 532 555 0172'),
  person('Tomasz Wrona', 'tomasz.wrona@example.org', '+48 601 555 018'),
  person('Lucia Ferrara', 'l.ferrara@example.net', '+39 347 555 0191'),
  person('Noah Whitlock', 'noah.whitlock@example.com', '+1 415 555 0103'),
  person('Sanna Virtanen', 'sanna.virtanen@example.org', '+358 40 555 0112'),
  person('Hugo Lemaire', 'hugo.lemaire@example.net', '+33 6 55 50 01 24'),
  person('Priya Menon', 'priya.menon@example.com', '+91 99620 55013'),
  person('Jakub Novotny', 'jakub.novotny@example.org', '+420 602 555 014'),
  person('Amina Diallo', 'amina.diallo@example.net', '+221 77 555 01 55'),
  person('Diego Fuentes', 'd.fuentes@example.com', '+56 9 5550 0164'),
  person('Wen Zhao', 'wen.zhao@example.org', '+86 138 0555 0173'),
  person('Maeve Donnelly', 'maeve.donnelly@example.net', '+353 85 555 0182'),
  person('Omar Haddad', 'omar.haddad@example.com', '+962 79 555 0193'),
  person('Sofia Lindqvist', 's.lindqvist@example.org', '+46 70 555 01 07'),
  person('Kwame Boateng', 'kwame.boateng@example.net', '+233 24 555 0116'),
  person('Leonie Vogt', 'leonie.vogt@example.com', '+41 79 555 01 28'),
  person('Nadia Petrova', 'nadia.petrova@example.org', '+359 88 555 0139'),
  person('Samuel Okoro', 'samuel.okoro@example.net', '+44 7700 900145'),
  person('Yuki Arai', 'yuki.arai@example.com', '+81 80 5550 0151'),
  person('Beatriz Luna', 'beatriz.luna@example.org', '+34 612 555 016'),
]
