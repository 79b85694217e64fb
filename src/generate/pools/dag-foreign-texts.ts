import type { Rng } from '../../shared/rng.ts'

/**
 * Sentences in six languages, by code, without quotation marks. Each has enough small words of its language to be
 * recognised by them, and none holds the code of its language as a word.
 */
export const FOREIGN_TEXTS: Readonly<Record<'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl', readonly string[]>> = {
  de: [
    'Der Leuchtturm ist nicht mehr in Betrieb, aber die Treppe wird von einem Verein gepflegt.',
    'Ich habe den Schlüssel auf das Fensterbrett gelegt und die Tür nicht abgeschlossen.',
    'Die Fähre legt mit der Flut ab und kommt mit dem Abendwind zurück.',
    'Das Brot aus der alten Mühle ist dunkel und hält sich eine ganze Woche.',
    'Auf dem Markt gibt es auch ein Zelt, das nicht den Bauern gehört.',
    'Der Nachtzug ist voll, aber die Schaffnerin findet auch ein Bett mit Fenster.',
    'Eine Katze schläft auf dem Dach des Hauses und die Tauben stören sich nicht daran.',
    'Die Werkstatt ist klein, und der Meister spricht nicht von dem Preis.',
    'Das Wasser von der Quelle ist kalt und schmeckt nicht nach Eisen.',
    'Die Kinder bauen mit dem Großvater ein Boot und streichen es auch.',
  ],
  fr: [
    'Le bateau part avec la marée et les pêcheurs dorment dans la cabine.',
    'Une cloche sonne sur la place, et les enfants courent pour ne pas manquer le car.',
    'Le pain est dans le four, ce qui sent bon dans la rue.',
    'La gardienne du phare ne descend pas au village pour le marché.',
    'Les pommes que le voisin apporte sont dans un panier sur la table.',
    'Un orage est passé sur la vallée et le pont est sous les branches.',
    'Le train de nuit est plein, et les vacanciers dorment dans le couloir.',
    'La bibliothèque prête des outils et une échelle pour le jardin.',
    'Le meunier est au moulin avec un sac de seigle qui pèse lourd.',
    'Ce sont les abeilles du toit qui font le miel que nous vendons dans la boutique.',
  ],
  es: [
    'El barco sale con la marea y los pescadores duermen en la bodega.',
    'La llave del molino se guarda en una caja que no se cierra.',
    'Por la noche el tren para en el valle para dejar las cartas.',
    'Una tormenta pasó por el puente y se llevó las ramas del camino.',
    'El pan de la panadera se vende en la plaza, pero no los lunes.',
    'Las abejas del tejado vuelan al jardín por la mañana.',
    'El farero no baja al pueblo, pero su hermana compra en el mercado.',
    'Los niños pintan la barca con una brocha que se perdió en el río.',
    'La biblioteca presta una escalera para los vecinos que no tienen.',
    'Se oye la campana como un aviso para los que cruzan el lago.',
  ],
  it: [
    'Il traghetto parte con la marea e la nave della posta arriva per la sera.',
    'La chiave del mulino non si trova, ma il fabbro ne ha anche una copia.',
    'Il pane della nonna dura una settimana, anche per gli ospiti della casa.',
    'Nel bosco non ci sono strade, ma un sentiero per i muli.',
    'Gli operai del ponte mangiano con il guardiano della diga.',
    'Le api del tetto volano nel giardino della scuola per il nettare.',
    'Per la festa il coro canta nel cortile con una lanterna.',
    'Non sono le campane del paese, ma un treno che passa nel tunnel.',
    'La barca con la vela rossa viene anche dalla parte del faro.',
    'Il vecchio orologio della torre non suona, ma segna anche gli anni.',
  ],
  pt: [
    'Os pescadores saem quando a maré sobe, mas o farol muito antes se apaga.',
    'Uma ponte liga as aldeias, mas os carros mais pesados passam por baixo.',
    'O pão sai do forno quando os vizinhos ainda dormem em casa.',
    'As abelhas voam para os jardins mais altos, mas voltam muito tarde.',
    'Quando chove, os comboios param em cima das pontes por uma hora.',
    'O sino dos bombeiros toca muito mais quando os barcos entram.',
    'As maçãs do pomar são mais doces, mas nos dias frios caem cedo.',
    'Um relógio muito antigo marca as horas em cima dos telhados.',
    'Os alunos pintam um barco com as cores da sua escola, mas sem pressa.',
    'Por uma noite os lampiões das ruas ficam em silêncio, como nos tempos antigos.',
  ],
  nl: [
    'De veerboot vaart met het tij en de schippers slapen aan boord.',
    'Het brood van de molenaar is op, maar de bakker heeft nog een korst.',
    'In de vuurtoren is het niet warm, maar er is ook een kachel.',
    'Een kat slaapt op het dak van de school en de duiven zijn niet bang.',
    'De klok van het station staat niet stil, maar loopt een uur voor.',
    'Het pad naar de bron is smal en dat is niet goed voor de karren.',
    'De kinderen verven het bootje dat van opa is, ook aan de onderkant.',
    'Op de markt zijn er bloemen van het eiland en ook een kist appels.',
    'De brug is dicht, maar met de pont komt men nog bij het dorp.',
    'Voor de winter wordt het hout van de kade naar een schuur gebracht.',
  ],
}

/** Three sentences in three languages. */
export const drawForeignSentences = (rng: Rng): string[] =>
  rng.sample(Object.values(FOREIGN_TEXTS), 3).map((sentences) => rng.pick(sentences))
