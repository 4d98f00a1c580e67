"""Function words, verbs of requests, word endings and letters that identify a language in a short prompt."""

WORDS = {
    "en": """
        the a an and or of to in is are was were be been it its this that these those for with on at by from as
        not no do does did can could would should will have has had i you he she we they me my your his her our
        their what which who when where why how if then than there about into over between some any all more
        most please write explain give make create tell show list describe summarize translate compare help find
        calculate solve fix need want like using use best good difference story poem recipe code email but just
        also very really so up out only each both between without during recommend suggest draft plan improve
        rewrite convert build design generate name define meaning thanks hello hi what's it's i'm don't can't
        isn't let's you're doesn't one two three first new people get work book books movie things ways tips
        example examples against after before through while because
    """,
    "de": """
        der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren sein wird
        werden nicht kein keine ich du er sie es wir ihr mich mir dich dir uns mein meine meinen meiner dein
        deine was wer wie wo wann warum welche welcher welches wenn dann als auch noch nur schon sehr mehr auf
        aus bei mit nach von vor zu zum zur für über unter zwischen durch gegen ohne um im ins vom beim kann
        kannst können könnte soll sollte muss habe hast hat haben hatte bitte schreibe schreib erkläre erklär
        gib mache mach erstelle nenne zeige fasse zusammen übersetze vergleiche hilf löse berechne gibt man mal
        dass damit weil einfach welchen guten gute gutes wieviel viele viel beschreibe danke hallo heißt
        bedeutet unterschied gedicht geschichte
    """,
    "fr": """
        le la les un une des du de et ou mais est sont était être à au aux en dans sur sous avec sans pour par
        chez entre que qui quoi quel quelle quels quelles comment pourquoi quand où combien ce cet cette ces
        c'est je tu il elle nous vous ils elles me te se mon ma mes ton ta tes son sa ses notre votre leur ne
        pas plus très aussi si peux peut pouvez dois faut fait faire écris écrivez rédige explique expliquez
        donne donnez moi traduis traduire résume crée compare aide liste décris calcule résous s'il plaît
        bonjour merci qu'est l l'on d'un d'une j'ai quelques meilleur meilleure poème histoire recette propose
        trouve ai as avons avez ont suis es sommes
    """,
    "es": """
        el la los las un una unos unas de del y o pero es son era ser estar está están a al en con sin por para
        sobre entre que qué quién quien cuál cuáles cómo como cuándo dónde cuánto cuántos cuántas este esta
        estos estas ese esa eso esto yo tú él ella nosotros ustedes me te se mi mis tu tus su sus nuestro no más
        muy también si sí ya hay puedo puedes puede debo tengo tiene tienes hacer haz escribe escriba explica
        explícame dame dime traduce resume crea compara ayúdame ayuda lista describe calcula resuelve favor hola
        gracias mejor mejores poema cuento receta qué porque cuando necesito quiero hago significa diferencia
        genera recomienda fue años
    """,
    "it": """
        il lo la i gli le un uno una di del dello della dei degli delle e o ma è sono era essere a al allo alla
        ai agli alle in nel nella nei con senza per su sul sulla da dal dalla tra fra che chi cosa quale quali
        come quando dove quanto quanti perché questo questa questi queste io tu lui lei noi voi loro mi ti si ci
        vi mio mia miei tuo tua suo sua non più molto anche se posso puoi può devo ho hai ha abbiamo fare fai
        scrivi scrivimi spiega spiegami dammi dimmi traduci riassumi crea confronta aiutami elenca descrivi
        calcola risolvi favore ciao grazie migliore migliori poesia storia ricetta differenza vorrei qual c'è
        cos'è dell'
    """,
    "pt": """
        o a os as um uma uns umas de do da dos das e ou mas é são era ser estar está estão ao à aos em no na nos
        nas com sem por para sobre entre que quem qual quais como quando onde quanto quantos quantas este esta
        esse essa isso isto eu você vocês ele ela nós eles elas me te se meu minha meus minhas seu sua seus suas
        não mais muito também já há posso pode podes devo tenho tem temos fazer faça faz escreva escreve
        explique explica dê diga traduza traduz resuma crie cria compare ajude ajuda liste descreva calcule
        resolva favor olá obrigado obrigada melhor melhores poema história receita diferença preciso quero
        porque pelo pela foi pra me num numa dum
    """,
    "nl": """
        de het een en of maar is zijn was waren worden wordt niet geen ik jij je hij zij ze wij we jullie mij
        mijn jouw haar ons onze wat wie hoe waar wanneer waarom welke welk als dan ook nog alleen al heel zeer
        meer op uit bij met naar van voor tot over onder tussen door tegen zonder om in te aan kan kun kunt
        kunnen zou moet moeten heb hebt heeft hebben schrijf leg geef maak noem toon vat samen vertaal vergelijk
        help los bereken dit dat deze die er veel goede beste graag alsjeblieft bedankt hallo uit verschil
        gedicht verhaal recept betekent vertel beschrijf
    """,
    "sv": """
        en ett den det de och eller men är var vara bli blir inte ingen jag du han hon vi ni dem mig dig oss min
        mitt mina din ditt vad vem hur var när varför vilken vilket vilka om då som också bara redan mycket mer
        på ur hos med efter från före till för över under mellan genom mot utan i av att kan kunna skulle ska
        måste har hade skriv förklara ge gör skapa lista visa sammanfatta översätt jämför hjälp lös beräkna
        detta denna dessa finns många bra bästa snälla tack hej skillnaden dikt berättelse recept betyder
        berätta beskriv mellan
    """,
    "da": """
        en et den det de og eller men er var være blive bliver ikke ingen jeg du han hun vi dem mig dig os min
        mit mine din dit hvad hvem hvordan hvor hvornår hvorfor hvilken hvilket hvilke hvis så som også kun
        allerede meget mere på ud hos med efter fra før til for over under mellem gennem mod uden i af at kan
        kunne skulle skal må har havde skriv forklar giv lav opret vis sammenfat oversæt sammenlign hjælp løs
        beregn dette denne disse findes mange gode bedste venligst tak hej forskellen digt historie opskrift
        betyder fortæl beskriv mig nogle nogen af kan
    """,
    "no": """
        en et ei den det de og eller men er var være bli blir ikke ingen jeg du han hun vi dere dem meg deg oss
        min mitt mine din ditt hva hvem hvordan hvor når hvorfor hvilken hvilket hvilke hvis så som også bare
        allerede mye mer på ut hos med etter fra før til for over under mellom gjennom mot uten i av å kan kunne
        skulle skal må har hadde skriv forklar gi lag lage opprett vis oppsummer oversett sammenlign hjelp løs
        beregn dette denne disse finnes mange gode beste vennligst takk hei forskjellen dikt historie oppskrift
        betyr fortell beskriv meg noen
    """,
    "fi": """
        ja tai mutta on ovat oli olla ei en et emme minä sinä hän me te he minun sinun hänen mikä mitä mitkä
        kuka miten missä milloin miksi kuinka jos niin kuin myös vain jo hyvin erittäin enemmän kanssa ilman
        mukaan ennen jälkeen välillä voi voit voitko voin pitää täytyy kirjoita selitä anna tee luo listaa näytä
        tiivistä käännä vertaa auta ratkaise laske tämä tuo nämä monta paljon hyvä paras kiitos hei ole että
        joka jotka runo tarina resepti tarkoittaa kerro kuvaile minulle ero olisi mikä on
    """,
    "pl": """
        i a w we z ze na do od po za o u pod przed przez dla bez przy nad jest są był była było być nie tak ja
        ty on ona my wy oni mnie mi mój moja moje twój swój się co kto jak gdzie kiedy dlaczego który która
        które jaki jaka jakie ile jeśli to ten ta te tym tego czy ale oraz lub też tylko już bardzo więcej
        między mogę możesz może muszę mam masz ma napisz wyjaśnij podaj zrób stwórz wymień pokaż streść
        przetłumacz porównaj pomóż rozwiąż oblicz proszę cześć dziękuję dobry najlepszy najlepsze wiersz
        opowiadanie przepis różnica znaczy opisz opowiedz jako żeby
    """,
    "cs": """
        a i v ve z ze na do od po za o u pod před přes pro bez při nad je jsou byl byla bylo být ne ano já ty on
        ona my vy oni mě mi můj moje tvůj svůj se si co kdo jak kde kdy proč který která které jaký jaká jaké
        kolik jestli to ten ta te tím toho ale nebo také jen už velmi více mezi mohu můžeš může musím mám máš má
        napiš vysvětli dej udělej vytvoř vyjmenuj ukaž shrň přelož porovnej pomoz vyřeš spočítej prosím ahoj
        děkuji dobrý nejlepší báseň příběh recept rozdíl znamená popiš řekni jako aby jsem jsi není mezi
    """,
    "sk": """
        a i v vo z zo na do od po za o u pod pred cez pre bez pri nad je sú bol bola bolo byť nie áno ja ty on
        ona my vy oni ma mi môj moja moje tvoj svoj sa si čo kto ako kde kedy prečo ktorý ktorá ktoré aký aká
        aké koľko či to ten tá tie tým toho ale alebo tiež len už veľmi viac medzi môžem môžeš môže musím mám
        máš má napíš vysvetli daj urob vytvor vymenuj ukáž zhrň prelož porovnaj pomôž vyrieš vypočítaj prosím
        ahoj ďakujem dobrý najlepší báseň príbeh recept rozdiel znamená opíš povedz aby som nie
    """,
    "hu": """
        a az egy és vagy de van vannak volt lenni nem igen én te ő mi ti ők engem nekem enyém mit ki hogyan hol
        mikor miért melyik milyen hány ha akkor mint is csak már nagyon több között nélkül után előtt alatt
        szerint lehet tudok tudsz tud kell van írj írjon magyarázd adj készíts sorolj mutasd foglald fordítsd
        hasonlítsd segíts oldd számold ez ezek azok sok jó legjobb kérlek köszönöm szia hogy ami amely vers
        történet recept különbség jelent meg el le ki össze mesélj mondd mennyi mi öt kettő három
    """,
    "ro": """
        un o unui unei și sau dar este e sunt era fi nu da eu tu el ea noi voi ei mă mine meu mea mei tău său se
        ce cine cum unde când de care cât câte câți dacă atunci ca și doar deja foarte mai multe mult între fără
        după înainte sub peste pentru prin la în din pe cu pot poți poate trebuie am ai are avem scrie explică
        dă fă creează listează arată rezumă tradu compară ajută rezolvă calculează acest această aceste bun bună
        cel mai rog salut mulțumesc că să poezie poveste rețetă diferența dintre înseamnă descrie spune îmi al
        ale lui
    """,
    "tr": """
        bir ve veya ama ile için de da mi mı mu mü değil evet hayır ben sen o biz siz onlar beni bana benim
        senin onun ne kim nasıl nerede zaman neden niçin hangi kaç eğer gibi sadece çok daha en arasında olmadan
        sonra önce altında göre var yok olan olarak yaz yazar mısın açıkla ver yap oluştur listele göster özetle
        çevir karşılaştır yardım çöz hesapla bu şu bunlar iyi lütfen teşekkürler merhaba nedir nelerdir
        arasındaki fark şiir hikaye tarif ne demek anlat tanımla hakkında kadar her
    """,
    "id": """
        yang dan atau tetapi adalah ini itu di ke dari untuk dengan tanpa pada dalam oleh antara saya aku kamu
        anda dia kami kita mereka apa siapa bagaimana dimana mana kapan mengapa kenapa berapa jika maka seperti
        juga hanya sudah sangat lebih banyak bisa dapat harus akan tidak bukan ada tulis tuliskan jelaskan
        berikan buat buatkan sebutkan tunjukkan ringkas terjemahkan bandingkan bantu selesaikan hitung baik
        terbaik tolong terima kasih halo perbedaan puisi cerita resep artinya ceritakan tentang para sebuah cara
        orang
    """,
    "vi": """
        và hoặc nhưng là có không của trong cho với từ đến để bởi giữa tôi bạn anh chị em nó chúng ta họ gì ai
        như thế nào ở đâu khi tại sao bao nhiêu nếu thì cũng chỉ đã rất hơn nhiều được phải sẽ hãy viết giải
        thích đưa tạo liệt kê tóm tắt dịch so sánh giúp tính này đó các những một tốt nhất xin chào cảm ơn khác
        nhau bài thơ câu chuyện công thức nghĩa kể mô tả về cách làm
    """,
    "ca": """
        el la els les un una uns unes de del dels i o però és són era ser estar està a al als en amb sense per
        sobre entre que què qui quin quina quins quines com quan on quant quants aquest aquesta aquests aquestes
        jo tu ell ella nosaltres em et es meu meva teu teva seu seva no més molt també si ja hi ha puc pots pot
        tinc té fer fes escriu explica explica'm dona'm digues tradueix resumeix crea compara ajuda'm llista
        descriu calcula resol sisplau hola gràcies millor millors poema conte recepta diferència perquè vull
        necessito amb dels
    """,
    "hr": """
        i u na s sa iz do od po za o pod pred kroz bez pri nad je su bio bila bilo biti nije da ja ti on ona mi
        vi oni mene moj moja moje tvoj svoj se što tko kako gdje kada zašto koji koja koje kakav kakva koliko
        ako to taj ta te ali ili također samo već vrlo više između mogu možeš može moram imam imaš ima napiši
        objasni daj napravi stvori nabroji pokaži sažmi prevedi usporedi pomozi riješi izračunaj molim bok hvala
        dobar najbolji najbolje pjesma pjesmu priča priču recept razlika znači opiši reci kao jesam
    """,
    "ru": """
        и в во не на что как с со по для из от до за о об у к при без между через под над это этот эта эти тот я
        ты он она мы вы они мне меня мой моя мои твой свой его её их кто где когда почему зачем какой какая
        какие каких сколько если то или но а же ли бы только уже очень более есть был была было быть нет да могу
        можешь может нужно надо напиши напишите объясни объясните дай сделай создай перечисли покажи переведи
        сравни помоги реши вычисли пожалуйста привет спасибо лучший лучшие стих рассказ рецепт стихотворение
        разница значит опиши расскажи чтобы такое чем
    """,
    "uk": """
        і й в у на не що як з із зі по для від до за о об при без між через під над це цей ця ці той я ти він
        вона ми ви вони мені мене мій моя мої твій свій його її їх хто де коли чому навіщо який яка які яких
        скільки якщо то або але а ж чи б тільки лише вже дуже більше є був була було бути немає так можу можеш
        може потрібно треба напиши напишіть поясни дай зроби створи перелічи покажи переклади порівняй допоможи
        розв'яжи обчисли будь ласка привіт дякую кращий найкращі вірш оповідання рецепт різниця означає опиши
        розкажи щоб таке та
    """,
    "bg": """
        и в във не на че как с със по за от до о при без между през под над това този тази тези аз ти той тя ние
        вие те ми ме мой моя твой своя си се кой коя кое къде кога защо какъв каква какво какви колко ако или но
        а ли би само вече много повече е са беше бил била било да няма има мога можеш може трябва напиши обясни
        дай направи създай изброй покажи преведи сравни помогни реши изчисли моля здравей благодаря най добрия
        стихотворение разказ рецепта разлика разликата означава опиши разкажи ще
    """,
    "sr": """
        и у на са из до од по за о под пред кроз без при над је су био била било бити није да ја ти он она ми ви
        они мене мој моја моје твој свој се што шта ко како где када зашто који која које какав каква колико ако
        то тај та те али или такође само већ врло више између могу можеш може морам имам имаш има напиши објасни
        дај направи створи наброј покажи сажми преведи упореди помози реши израчунај молим здраво хвала добар
        најбољи песма песму прича причу рецепт разлика значи опиши реци као
    """,
    "ar": """
        في من إلى على عن مع هذا هذه ذلك التي الذي ما ماذا من هو هي هل كيف أين متى لماذا كم أي أنا أنت نحن هم لا
        لم لن ليس كان كانت يكون أو و ثم لكن إذا بين بدون بعد قبل تحت اكتب اشرح أعطني اذكر ترجم لخص قارن ساعدني
        احسب حل من فضلك مرحبا شكرا أفضل قصيدة قصة وصفة الفرق معنى لي كل بعض حول يمكن يمكنك
    """,
    "fa": """
        در از به با را که این آن است هست بود برای تا یا و اما اگر چه چیست کیست چگونه چطور کجا کی چرا چند کدام من
        تو او ما شما آنها نه نیست می‌توان بین بدون بعد قبل زیر بنویس توضیح بده لطفا ترجمه کن خلاصه مقایسه کمک
        حساب سلام ممنون بهترین شعر داستان دستور تفاوت یعنی هر یک های می کنید دهید
    """,
    "ur": """
        میں کا کی کے کو سے پر نے ہے ہیں تھا تھی یہ وہ اور یا لیکن اگر کیا کیسے کہاں کب کیوں کتنے کتنا کون کونسا
        ہم آپ تم نہیں بھی ہی تو جو لکھیں لکھو بتائیں سمجھائیں ترجمہ کریں خلاصہ مدد براہ کرم سلام شکریہ بہترین
        نظم کہانی ترکیب فرق مطلب ایک لیے مجھے کر دیں
    """,
}

ENDINGS = {
    "en": "ing tion ness ship ed ly ful ity ght",
    "de": "ung heit keit lich isch schaft ieren chen sche tzt",
    "fr": "eux eaux ais ait ment esse ique aux elles oire euse",
    "es": "ción dad ando iendo mente ía ías ero illo ajo ñ",
    "it": "zione zioni tà mente ando endo ggio cchi oni etti ette ità",
    "pt": "ção ções dade ando endo inho mente ões agem",
    "nl": "heid lijk ing eren tje isch ijk aar sch oek oer uur",
    "sv": "ningen heten ande else orna arna ades ligt ström skt",
    "da": "ning hed ende else erne lige øj igt",
    "no": "ning het ende else ene lige øy tt",
    "fi": "ssa ssä lla llä sta stä nen iset inen ään aan oita eitä ukset uus yys kset",
    "pl": "ość ego ych ach ami cie nie ski wać ować ów ję dzi",
    "cs": "ost ého ých ami ství ět ovat ský čka ních ích",
    "sk": "osť ého ých ami stvo ovať ský čka ních ám och",
    "hu": "ság ség ban ben nak nek val vel ról ről tól től ása ése ek ok",
    "ro": "ul ului elor ilor ție ții eaza ează lor ești tă",
    "tr": "lar ler dır dir lık lik ları leri nın nin dan den yor mak mek ında",
    "id": "kan nya lah annya",
    "ca": "ció tat ment ant ent itat ions ys",
    "hr": "ost ski ati iti nje anja nja ima om ije ovo",
    "ru": "ение ание ость ого ему ить ать ять ться ется ский ция ии ые ая ое ыми ишь",
    "uk": "ення ання ість ого ити ати ться ється ький ція ії ій ого ому",
    "bg": "ето ата ият ията ът ите ането ението ция ове",
    "sr": "ње ење ост ати ити ски ција има ије",
}

LETTERS = {
    "de": "ß",
    "es": "ñ¿¡",
    "pt": "ãõ",
    "fr": "œêûëîùè",
    "it": "ìò",
    "sv": "å",
    "da": "æøå",
    "no": "æøå",
    "fi": "äö",
    "pl": "łąęćńśźż",
    "cs": "řěů",
    "sk": "ľĺŕôä",
    "hu": "őű",
    "ro": "ășțţş",
    "tr": "ğış",
    "vi": "đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    "ca": "·",
    "hr": "đ",
    "ru": "ыэё",
    "uk": "іїєґ",
    "bg": "ъ",
    "sr": "ђјљњћџ",
    "fa": "پچژگکی",
    "ur": "ٹڈڑںےھہ",
    "ar": "ةىيك",
}
