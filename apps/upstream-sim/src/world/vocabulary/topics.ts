/** Hashtags of the platform, most used first. Only these exist. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const TOPICS = words(`
  love nature travel photography art food music sunset mountains coffee street design architecture film winter summer
  autumn spring forest ocean trail hiking cycling running climbing kayak camping surf snow rain fog sunrise nightsky
  stars moon clouds river lake waterfall island beach desert canyon cliff harbor bridge tower station train tram ferry
  bicycle roadtrip city village rooftop balcony window door stairs mural typography poster print linocut sketch drawing
  watercolor ceramics pottery glass wood metal textile knitting weaving quilt paper origami books reading library
  writing notebook letters maps museum gallery theatre dance ballet jazz vinyl piano guitar synth choir opera festival
  cinema analog darkroom kodak fuji leica mediumformat polaroid blackandwhite minimal brutalism bauhaus artdeco modern
  vintage antique fleamarket market bakery bread sourdough pasta ramen tea cheese olive wine picnic breakfast brunch
  dinner recipe vegan ferment garden plants ferns cactus orchid roses wildflowers herbs compost bees birds owl heron
  cats dogs horses sheep foxes whales turtles insects fungi moss geology fossils caves volcano glacier fjord meadow
  orchard vineyard lavender hills valley peak ridge alps dolomites pyrenees andes himalaya patagonia iceland norway
  lisbon berlin tokyo kyoto seoul istanbul nairobi oaxaca lima rio montreal oslo porto naples athens tbilisi hanoi
  yoga meditation swimming rowing sailing football basketball tennis chess skate ski marathon crochet upcycling repair
  tinyhouse cabin interiors lamp chair table rugs houseplants ootd sneakers denim handmade smallbusiness studio
  москва природа горы кофе طبيعة قهوة سفر 東京 写真 猫 夕焼け 서울 카페 여행 日落 山水 ธรรมชาติ ελλαδα тбилиси ☀️ 🌊 🐈
  café_société fahrräder trail2026 100daysproject a
`);

/** The tag that counts more posts than 31 bits hold. */
export const SATURATED_TOPIC = 'love';
/** A tag that answers with a warning and shows nothing. */
export const RESTRICTED_TOPIC = 'restrictedtopic';
/** A tag that nobody ever used, in the quiet form: 200 with a count of 0. */
export const HOLLOW_TOPIC = 'hollowtopic';

export const CAPTIONS: readonly string[] = [
  'Ridge day',
  'First light, second coffee',
  'Nothing happened here, beautifully.',
  'Three frames left on the roll',
  'The long way home',
  'It rained. We stayed.',
  'Found this door again after eleven years',
  'Tests for a larger piece',
  'Bread no. 58: better',
  'Sunday, slowly\n\nSwipe for the view →',
  'Borrowed a boat, returned two',
  'What the map did not say',
  'Same tree, four seasons',
  'Fog run 🌫️',
  'A table for nine, a kitchen for two',
  'Blue hour from the tram stop',
  'Not lost, only early',
  'Hands at work',
  '“Wait for the bus,” she said. So we waited.',
  'Morning swim, 11 °C ❄️',
  'Последний снег',
  '朝の散歩',
  'Último tren',
  'Her garden, my camera',
  'Notes to self: bring socks',
];

export const COMMENTS: readonly string[] = [
  'Great light',
  'Where is this?',
  'This one!! ❤️',
  'I know that bench',
  'So calm',
  'What lens did you use?',
  'Obsessed with the colours',
  '👏👏👏',
  'Needed this today, thank you',
  'Прекрасно',
  'すてき',
  'ما أجمل هذا',
  'Print when?',
  'You never miss',
  'My dog approves 🐕',
  'Adding this to the list',
  'The second one "wins"',
  'Saved \\o/',
  'Coming back every day to look at it',
  'Is it far from the station?',
];

export const REPLIES: readonly string[] = [
  'thank you!',
  'yes',
  'close by, ten minutes on foot',
  '50 mm, nothing special',
  'soon!',
  '🙏',
  'it is',
  'I asked the same',
  'haha',
  'next spring, I hope',
];
